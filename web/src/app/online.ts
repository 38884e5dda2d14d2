// online.ts - the screens that need a server, loaded when first shown. See screens.ts.

export { default as Account } from '../account/Account.svelte'
export { default as Daily } from '../daily/Daily.svelte'
export { default as DailyRanking } from '../daily/DailyRanking.svelte'
export { default as PlayerPage } from '../players/PlayerPage.svelte'
export { default as SignIn } from '../account/SignIn.svelte'
export { default as Friends } from '../screens/Friends.svelte'
export { default as OnlineTable } from '../screens/OnlineTable.svelte'
export { sharedRecord, shareTable, tableRecord } from '../net/socket'
