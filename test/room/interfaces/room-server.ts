import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, openApp } from '../../../src/app.ts'
import { type HttpOptions, serveHttp } from '../../../src/entry/http/server.ts'
import type { ProviderSettings } from '../../../src/models/providers.ts'
import type { Room } from '../../../src/room/room.ts'
import { type Answer, type Sent, send } from '../../http/serving.ts'
import { tempHome } from '../../support/tempdir.ts'

type Headers = { [name: string]: string }

export interface RoomServer {
  app: App
  port: number
  url: string
  /** The folder of the workspace: the sample. */
  root: string
  home: string
  log: string[]
  send(path: string, sent?: Sent): Promise<Answer>
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  /** The next call looks at the folder again, though it was looked at within the last second. */
  room(): Promise<Room>
  lookAgain(): Promise<void>
  close(): Promise<void>
}

/** A server in this process whose default project works on the sample story. The caller closes it. */
export async function roomServer({
  env = {} as NodeJS.ProcessEnv,
  providers = {} as ProviderSettings,
  ...options
}: Partial<HttpOptions> & { env?: NodeJS.ProcessEnv; providers?: ProviderSettings } = {}): Promise<RoomServer> {
  const log: string[] = []
  const home = tempHome()
  const location = join(home, 'daybook.db')
  const app = await openApp({ location, log: line => log.push(line), diary: { providers }, room: { home, env } })
  const root = tempHome()
  const owner = { principal: 'local' }
  const { project } = await app.rooms.find(owner)
  await app.rooms.bind(project, owner, { path: root, sample: true })
  const server = await serveHttp(app, {
    host: '127.0.0.1',
    port: 0,
    toolsets: ['records', 'room'],
    version: '9.9.9',
    ...options,
  })
  const port = Number(new URL(server.url).port)
  const withBody =
    (method: string) =>
    (path: string, body: unknown = {}, headers: Headers = {}) =>
      send(port, path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
  return {
    app,
    port,
    url: server.url,
    root,
    home,
    log,
    send: (path, sent) => send(port, path, sent),
    get: (path, headers = {}) => send(port, path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    room: () => app.rooms.of(project),
    async lookAgain() {
      const { workspace } = await app.rooms.of(project)
      workspace.vfs.forget()
    },
    async close() {
      await server.close()
      await app.close()
    },
  }
}

/** Every file of a folder by the hash of its bytes. Locks come and go, and counters are written a little later. */
export function bytesOf(root: string): { [path: string]: string } {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  const told = names.filter(name => !/\/(locks|telemetry)\//.test(name))
  return Object.fromEntries(told.map(name => [name, stampOf(join(root, name))]))
}

function stampOf(path: string): string {
  const stat = lstatSync(path)
  return stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : String(stat.mode)
}

export function refusal(answer: Answer): [status: number, code: string] {
  return [answer.status, answer.json().error.code]
}

export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
export const outline = 'Story/SCN-outline.md'
