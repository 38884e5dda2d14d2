// main.ts - starts the gallery.
import { mount } from 'svelte'
import '../../style/tokens.css'
import '../../style/base.css'
import Gallery from './Gallery.svelte'

mount(Gallery, { target: document.getElementById('app')! })
