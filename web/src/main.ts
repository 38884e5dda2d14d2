// main.ts - starts the page.
import { mount } from 'svelte'
import App from './app/App.svelte'
import { startOffline } from './app/offline'
import { startWords } from './i18n/i18n.svelte'
import { startSettings } from './settings/settings.svelte'
import './style/tokens.css'
import './style/base.css'

startSettings()
await startWords()
const target = document.getElementById('app')!
target.replaceChildren()
mount(App, { target })
if (import.meta.env.PROD) startOffline()
