// drivers.ts - Firefox and WebKit as Debian packs them, driven as a person drives them: pointer and keys through the browser,
// not through the page. Firefox speaks WebDriver BiDi over a socket, WebKit's driver speaks WebDriver over HTTP. No library is
// needed for either: both take the same lists of actions.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { readXwd, writePng } from './pixels'

export type EngineName = 'firefox' | 'webkit' | 'chromium'

/** A source of input and what it does, as both protocols have it. */
export interface Input {
  type: 'pointer' | 'key'
  id: string
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: Record<string, unknown>[]
}

export interface Driver {
  readonly name: EngineName
  /** Errors and warnings on the console since the browser was started. */
  readonly complaints: string[]
  /** Goes to an address and waits until it is loaded. */
  open(url: string): Promise<void>
  /** Calls a function in the page with values that JSON can hold, and waits for what it promises. */
  run<T, A extends unknown[]>(fn: (...args: A) => T, ...args: A): Promise<Awaited<T>>
  act(inputs: Input[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export function start(name: EngineName, chromium: Browser): Promise<Driver> {
  if (name === 'chromium') return Chromium.start(chromium)
  return name === 'firefox' ? Firefox.start() : WebKit.start()
}

/** A program that was started, with what it says line by line. */
class Program {
  private readonly process: ChildProcess
  private readonly ended: Promise<void>
  private readonly heard: ((line: string) => void)[] = []
  private said = ''

  constructor(private readonly command: string, args: string[], env: Record<string, string> = {}) {
    this.process = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    this.ended = new Promise(done => this.process.once('close', () => done()))
    this.process.once('error', error => this.hear(error.message))
    for (const stream of this.process.stdio.slice(1))
      createInterface({ input: stream as NodeJS.ReadableStream }).on('line', line => this.hear(line))
  }

  private hear(line: string) {
    this.said = (this.said + line + '\n').slice(-4000)
    for (const listener of this.heard) listener(line)
  }

  onLine(listener: (line: string) => void) {
    this.heard.push(listener)
  }

  /** What the first line that fits says. */
  says(pattern: RegExp, seconds = 180): Promise<string> {
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`${this.command} does not say ${pattern}:\n${this.said}`)), seconds * 1000)
      const look = (line: string) => {
        const found = pattern.exec(line)
        if (!found) return
        clearTimeout(late)
        done(found[1] ?? '')
      }
      this.said.split('\n').forEach(look)
      this.onLine(look)
    })
  }

  async end() {
    this.process.kill()
    const late = setTimeout(() => this.process.kill('SIGKILL'), 5000)
    await this.ended
    clearTimeout(late)
  }
}

/** One that nobody listens on, and that nobody gets who asks the system for any: those begin at 32768. */
async function freePort(): Promise<number> {
  const server = createServer().listen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const declared = (fn: unknown) => `async (...args) => JSON.stringify(await (${String(fn)})(...args)) ?? 'null'`

/* ---- Firefox */

/** Nothing is asked of the network, and nothing is asked of the visitor. */
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.serviceWorkers.testing.enabled': true,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
  'extensions.systemAddon.update.enabled': false,
}

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  error?: string
  message?: string
  method?: string
  params?: { level: string; text: string | null }
}

class Firefox implements Driver {
  readonly name = 'firefox'
  readonly complaints: string[] = []
  private asked = 0
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private context = ''

  private constructor(
    private readonly program: Program,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.onmessage = ({ data }) => this.answered(JSON.parse(String(data)) as Answer)
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'ff-firefox-'))
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    writeFileSync(join(profile, 'user.js'), lines.join('\n'))
    const program = new Program('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { HOME: profile })
    const address = await program.says(/WebDriver BiDi listening on (ws:\S+)/)
    const socket = new WebSocket(`${address}/session`)
    await new Promise((done, fail) => ((socket.onopen = done), (socket.onerror = fail)))
    const firefox = new Firefox(program, profile, socket)
    await firefox.ask('session.new', { capabilities: {} })
    await firefox.ask('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await firefox.ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    firefox.context = contexts[0]!.context
    return firefox
  }

  private answered(answer: Answer) {
    if (answer.type === 'event') {
      const { level, text } = answer.params!
      if (level === 'error' || level === 'warn') this.complaints.push(`${level}: ${text}`)
    } else {
      this.waiting.get(answer.id!)?.(answer)
      this.waiting.delete(answer.id!)
    }
  }

  private ask<T>(method: string, params: object): Promise<T> {
    const id = ++this.asked
    this.socket.send(JSON.stringify({ id, method, params }))
    return new Promise((done, fail) =>
      this.waiting.set(id, answer => {
        if (answer.type === 'error') fail(new Error(`${method}: ${answer.error}: ${answer.message}`))
        else done(answer.result as T)
      }),
    )
  }

  async open(url: string) {
    await this.ask('browsingContext.navigate', { context: this.context, url, wait: 'complete' })
  }

  async run<T, A extends unknown[]>(fn: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const answer = await this.ask<{ type: string; result: { value: string }; exceptionDetails?: { text: string } }>('script.callFunction', {
      functionDeclaration: `text => (${declared(fn)})(...JSON.parse(text))`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context: this.context },
      awaitPromise: true,
    })
    if (answer.type !== 'success') throw new Error(`in the page: ${answer.exceptionDetails?.text}`)
    return JSON.parse(answer.result.value) as Awaited<T>
  }

  async act(actions: Input[]) {
    await this.ask('input.performActions', { context: this.context, actions })
  }

  async resize(width: number, height: number) {
    await this.ask('browsingContext.setViewport', { context: this.context, viewport: { width, height } })
  }

  async picture() {
    const { data } = await this.ask<{ data: string }>('browsingContext.captureScreenshot', { context: this.context })
    return Buffer.from(data, 'base64')
  }

  async close() {
    this.socket.close()
    await this.program.end()
    rmSync(this.profile, { recursive: true, force: true })
  }
}

/* ---- WebKit */

class WebKit implements Driver {
  readonly name = 'webkit'
  readonly complaints: string[] = []

  private constructor(
    private readonly programs: Program[],
    private readonly home: string,
    private readonly driver: string,
    private session = '',
  ) {}

  static async start(): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), 'ff-webkit-'))
    const screen = new Program('Xvfb', ['-displayfd', '3', '-screen', '0', '2700x1600x24', '-nolisten', 'tcp', '-fbdir', home])
    const display = await screen.says(/^(\d+)$/)
    const port = await freePort()
    const driver = new Program('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${display}`,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_RUNTIME_DIR: home,
      LANG: 'en_GB.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    })
    const webkit = new WebKit([driver, screen], home, `http://127.0.0.1:${port}`)
    driver.onLine(line => webkit.heard(line))
    await webkit.begin()
    return webkit
  }

  private heard(line: string) {
    const complaint = /CONSOLE.* (ERROR|WARN) (.*)$/.exec(line)
    if (complaint) this.complaints.push(`${complaint[1]!.toLowerCase()}: ${complaint[2]}`)
  }

  private async begin() {
    const binary = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
    const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args }, pageLoadStrategy: 'normal' } }
    for (let i = 0; ; i++) {
      try {
        const { sessionId } = await this.ask<{ sessionId: string }>('POST', '', { capabilities })
        this.session = `/${sessionId}`
        break
      } catch (error) {
        if (i >= 1800 || !/fetch failed/.test(String(error))) throw error
        await new Promise(done => setTimeout(done, 100))
      }
    }
    await this.ask('POST', '/timeouts', { script: 120_000, pageLoad: 120_000 })
  }

  private async ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.driver}/session${this.session}${path}`, { method, body: body && JSON.stringify(body) })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path || 'session'}: ${value.error}: ${value.message}`)
    return value
  }

  async open(url: string) {
    await this.ask('POST', '/url', { url })
  }

  async run<T, A extends unknown[]>(fn: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const script = `const [text, done] = arguments; (${declared(fn)})(...JSON.parse(text)).then(value => done({ value }), error => done({ error: String(error) }))`
    const answer = await this.ask<{ value: string; error?: string }>('POST', '/execute/async', { script, args: [JSON.stringify(args)] })
    if (answer.error) throw new Error(`in the page: ${answer.error}`)
    return JSON.parse(answer.value) as Awaited<T>
  }

  async act(actions: Input[]) {
    await this.ask('POST', '/actions', { actions })
  }

  /** The window's frame is not the page's: it is measured, then added. */
  async resize(width: number, height: number) {
    const inside = () => this.run(() => [innerWidth, innerHeight])
    const fits = ([w, h]: number[]) => w === width && h === height
    for (let i = 0; i < 5 && !fits(await inside()); i++) {
      const [rect, inner] = [await this.ask<{ width: number; height: number }>('GET', '/window/rect'), await inside()]
      await this.ask('POST', '/window/rect', { width: rect.width + width - inner[0]!, height: rect.height + height - inner[1]! })
      for (let pause = 10; pause < 6000 && !fits(await inside()); pause *= 2) await new Promise(done => setTimeout(done, pause)) // the page hears of it later
    }
    if (!fits(await inside())) throw new Error(`the window does not become ${width} by ${height}: ${JSON.stringify(await inside())}`)
  }

  /** The page's part of the screen, which Xvfb keeps in a file: the driver's own pictures need a graphics card. */
  async picture() {
    const [left, top, width, height] = await this.run(() => [screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight, innerWidth, innerHeight])
    return writePng(readXwd(readFileSync(join(this.home, 'Xvfb_screen0')), left!, top!, width!, height!))
  }

  async close() {
    await this.ask('DELETE', '').catch(() => undefined)
    for (const program of this.programs) await program.end()
    rmSync(this.home, { recursive: true, force: true })
  }
}

/* ---- Chromium, by way of Playwright */

class Chromium implements Driver {
  readonly name = 'chromium'
  readonly complaints: string[] = []

  private constructor(private readonly page: Page) {
    page.on('console', message => {
      const { url } = message.location() // what was asked in vain is named nowhere else
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(`${message.type()}: ${message.text()} ${url}`)
    })
    page.on('pageerror', error => this.complaints.push(error.message))
  }

  static async start(browser: Browser): Promise<Chromium> {
    return new Chromium(await browser.newPage({ locale: 'en-GB', serviceWorkers: 'allow' }))
  }

  async open(url: string) {
    await this.page.goto(url)
  }

  run<T, A extends unknown[]>(fn: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    return this.page.evaluate<Awaited<T>>(`(${String(fn)})(...${JSON.stringify(args)})`)
  }

  async act(inputs: Input[]) {
    const { mouse, keyboard } = this.page
    const named: Record<string, string> = { '\uE00C': 'Escape', '\uE014': 'ArrowRight' }
    for (const { type, x, y, value } of inputs.flatMap(input => input.actions) as { type: string; x: number; y: number; value: string }[]) {
      if (type === 'pointerMove') await mouse.move(x, y)
      else if (type === 'pointerDown') await mouse.down()
      else if (type === 'pointerUp') await mouse.up()
      else if (type === 'keyDown') await keyboard.down(named[value] ?? value)
      else await keyboard.up(named[value] ?? value)
    }
  }

  async resize(width: number, height: number) {
    await this.page.setViewportSize({ width, height })
  }

  picture() {
    return this.page.screenshot()
  }

  async close() {
    await this.page.close()
  }
}
