// lobby.ts - requests of the screens "With friends" and "Deal of the day": who am I, list tables, create a table.

import { browserShelf } from '../app/shelf'
import { Engine } from '../engine/engine'
import { drawGift, Witness, type Gift } from './witness'
import { becomeGuest, guest, hasServer, tables, Wire } from './socket'
import { newId, ServerError, type Create, type TableSummary, type ToServer } from './protocol'

export { becomeGuest, guest, hasServer }
export type { Create, TableSummary }

/** Yours first, those that wait for you first of all. */
export async function listTables(): Promise<{ yours: TableSummary[]; listed: TableSummary[] }> {
  const { yours, listed } = await tables()
  return { yours, listed }
}

/** A table that was asked for without an answer. Perhaps there is one: whoever asks for the same again gets that. */
let unanswered: { wish: string; id: string; gift: Gift } | null = null

/** Sends a message that a table answers, and gives its id. `answered` is called also when the message is refused. */
function askForTable(message: ToServer, answered: () => void): Promise<string> {
  return new Promise((done, failed) => {
    const timeout = setTimeout(() => finish(() => failed(new ServerError(0, wire.open ? 'busy' : 'unreachable', 'the server does not answer'))), 15000)
    const finish = (then: () => void) => {
      clearTimeout(timeout)
      wire.close()
      then()
    }
    const wire = new Wire({
      open: () => wire.send(message),
      message(answer) {
        if (answer.type === 'table' || answer.type === 'refused') answered()
        if (answer.type === 'table') finish(() => done(answer.table))
        if (answer.type === 'refused') finish(() => failed(new ServerError(0, answer.code, answer.text)))
      },
      lost() {},
    })
  })
}

/** Makes a table and gives its id: go to /t/ID. The name must be known to the server (becomeGuest). */
export async function createTable(options: Create): Promise<string> {
  const engine = await Engine.load()
  const sealOf = (value: string) => engine.seal(value)
  const wish = JSON.stringify(options)
  if (unanswered?.wish !== wish) unanswered = { wish, id: newId(), gift: drawGift(sealOf) }
  const { id, gift } = unanswered
  const table = await askForTable({ type: 'create', id, seal: gift.seal, ...options }, () => (unanswered = null))
  new Witness(table, sealOf, browserShelf).gives(gift)
  return table
}

/** Gives one's own table of the deal of the day, which is made if there is none yet. */
export const openDaily = (name: string) => askForTable({ type: 'daily', id: newId(), name }, () => {})
