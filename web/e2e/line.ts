// line.ts - a line between the browser and the server that counts what comes through, whoever asked for it (a page, a worker, the
// service worker), and that can be cut.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  url: string
  /** What the server has sent so far, headers and all. */
  bytes(): number
  cut(): void
  mend(): void
  close(): void
}

export async function lineTo(port: number): Promise<Line> {
  const open = new Set<Socket>()
  let bytes = 0
  let whole = true
  const line = createServer(browser => {
    if (!whole) return void browser.destroy()
    const server = connect(port, '127.0.0.1')
    server.on('data', piece => (bytes += piece.length))
    for (const [one, other] of [[browser, server], [server, browser]] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>(done => line.listen(0, '127.0.0.1', done))
  const cut = () => {
    whole = false
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    bytes: () => bytes,
    cut,
    mend: () => (whole = true),
    close: () => {
      cut()
      line.close()
    },
  }
}
