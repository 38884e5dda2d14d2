// online.ts - tables of a server, loaded when one comes to one: without a network there is none. See screens.ts.

export { default as OnlineTable } from '../screens/OnlineTable.svelte'
