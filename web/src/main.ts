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
mount(App, { target: document.getElementById('app')! })
if (import.meta.env.PROD) startOffline()
