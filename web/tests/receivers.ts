// receivers.ts - what a server's notices and passkeys need outside of it, for tests: a receiver of webhooks, a mail relay, an authenticator.
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'

const portOf = (server: net.Server) => (server.address() as AddressInfo).port

/** Receives webhooks and mails. `args` are the server's options for it. */
export async function receiveNotices(folder: string) {
  const [key, certificate] = ['key.pem', 'cert.pem'].map(name => join(folder, name)) as [string, string]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' })
  const hooks = https.createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => void asked.resume().on('end', () => answer.end('ok')))
  const mails: string[] = []
  const relay = net.createServer(socket => {
    let text = ''
    let data: string | null = null
    socket.on('error', () => {}).write('220 test\r\n')
    socket.on('data', piece => {
      text += String(piece)
      for (let end; (end = text.indexOf('\r\n')) >= 0; ) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (data !== null && line !== '.') data += `${line}\n`
        else if (data !== null) {
          mails.push(Buffer.from(data.slice(data.indexOf('\n\n') + 2), 'base64').toString())
          data = null
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  for (const server of [hooks, relay]) await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    hook: (path: string) => `https://localhost:${portOf(hooks)}/${path}`,
    mails,
    args: ['--webhooks', '--notices-inside', '--notices-ca', certificate, '--mail-from', 'game@play.example', '--smtp', `smtp://127.0.0.1:${portOf(relay)}`, '--origin', 'https://play.example'],
    close() {
      hooks.close()
      relay.close()
    },
  }
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** One passkey of a device. `origin` is the page's. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  private readonly credential = randomBytes(32)
  private counter = 0

  private data(host: string, made: boolean): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    const key = made ? [randomBytes(16), Buffer.from([0, this.credential.length]), this.credential, randomBytes(40)] : []
    return Buffer.concat([sha256(host), Buffer.from([made ? 0x45 : 0x05]), counter, ...key])
  }

  private client(type: 'create' | 'get', challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  }

  create(challenge: string, origin: string) {
    return {
      challenge,
      credential: base64url(this.credential),
      key: base64url(this.keys.publicKey.export({ type: 'spki', format: 'der' })),
      client_data: base64url(this.client('create', challenge, origin)),
      authenticator_data: base64url(this.data(new URL(origin).hostname, true)),
    }
  }

  get(challenge: string, origin: string) {
    const [client, data] = [this.client('get', challenge, origin), this.data(new URL(origin).hostname, false)]
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)
    return { challenge, credential: base64url(this.credential), client_data: base64url(client), authenticator_data: base64url(data), signature: base64url(signature) }
  }
}
