// lobby.ts - what the screen "With friends" calls: who am I, which tables are there, make one.

import { Engine } from '../engine/engine'
import { newGift } from './gift'
import { becomeGuest, guest, hasServer, tables, Wire } from './socket'
import { newId, type Create, type TableFrame, type TableSummary } from './protocol'

export { becomeGuest, guest, hasServer }
export type { Create, TableSummary }

/** Yours first, those that wait for you first of all. */
export async function listTables(): Promise<{ yours: TableSummary[]; listed: TableSummary[] }> {
  const { yours, listed } = await tables()
  return { yours, listed }
}

/** Makes a table and gives its id: go to /t/ID. The name must be known to the server (becomeGuest). */
export async function createTable(options: Create): Promise<string> {
  const seal = newGift(await Engine.load(), localStorage)
  return new Promise((done, failed) => {
    const id = newId()
    const timeout = setTimeout(() => finish(() => failed(new Error('the server does not answer'))), 15000)
    const finish = (then: () => void) => {
      clearTimeout(timeout)
      wire.close()
      then()
    }
    const wire = new Wire({
      open: () => wire.send({ type: 'create', id, seal, ...options }),
      message(message) {
        if (message.type === 'table') finish(() => done((message as TableFrame).table))
        if (message.type === 'refused') finish(() => failed(new Error(message.text)))
      },
      lost() {},
    })
  })
}
