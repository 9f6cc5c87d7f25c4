import type { App } from '../../app.ts'
import type { Settings } from '../../config.ts'
import { isPostgres } from '../../db/db.ts'
import { Fault } from '../../kernel/fault.ts'
import { hasBrowser, openBrowser } from './browser.ts'
import { command } from './command-line.ts'
import { ownCommand } from './installed.ts'
import { type Listening, listen, type ServingOptions, serverFlags, serving } from './serve.ts'

/** What `npm start` runs: everything a first look needs, in one command. */
export const start = command({
  summary: 'open Daybook here: a sample project on the first run, a free port, the browser',
  own: {
    'no-open': 'do not open a browser',
    'no-sample': 'do not create the sample project and week',
    ...serverFlags,
  },
  run: ({ open, sample, ...options }) =>
    serving(options, async (app, settings) => {
      const seeded = sample && (await seedFirst(app, settings))
      const hasNewRoom = sample && (await bindRoom(app, settings))
      const server = await listenNearby(app, settings, options)
      printNextSteps(server.url, seeded, settings.token !== undefined)
      if (open && settings.token === undefined && hasBrowser()) openBrowser(server.url)
      return sample ? withSampleWork(server, app, settings, hasNewRoom) : server
    }),
})

/** The sample is only for the embedded database: a team's database has no place for it. */
async function seedFirst(app: App, { location }: Settings): Promise<boolean> {
  if (isPostgres(location)) return false
  const { seedSample } = await import('../../sample/seed.ts')
  return seedSample(app)
}

/** A few files are copied before anybody looks, so that the pages of the room find one. */
async function bindRoom(app: App, { location, home }: Settings): Promise<boolean> {
  if (isPostgres(location)) return false
  try {
    const { bindSampleRoom } = await import('../../sample/seed-room.ts')
    return await bindSampleRoom(app, home)
  } catch (error) {
    app.log(`the sample room was not made: ${String(error)}`)
    return false
  }
}

/** Furnishes the room and makes the sample days behind the page that is already there; who stops the server waits for neither. */
function withSampleWork(server: Listening, app: App, { location }: Settings, hasNewRoom: boolean): Listening {
  if (isPostgres(location)) return server
  const stop = new AbortController()
  const unless = (what: string) => (error: unknown) => {
    if (!stop.signal.aborted) app.log(`the sample ${what} not made: ${String(error)}`)
  }
  const furnished = hasNewRoom ? furnish().catch(unless('room was')) : Promise.resolve()
  const made = furnished.then(seedDays).catch(unless('days were'))
  return {
    ...server,
    async close() {
      stop.abort()
      await made
      await server.close()
    },
  }

  async function furnish(): Promise<void> {
    const { fillSampleRoom } = await import('../../sample/seed-room.ts')
    if (!(await fillSampleRoom(app, stop.signal))) return
    process.stderr.write(`A sample room waits for its first conference: ${server.url}/p/sample/room\n`)
  }

  async function seedDays(): Promise<void> {
    if (stop.signal.aborted) return
    const { seedSampleDiary } = await import('../../sample/seed-diary.ts')
    if (!(await seedSampleDiary(app, stop.signal))) return
    process.stderr.write(`The diary shows a sample week: ${server.url}/diary\n`)
  }
}

/** The wanted port or one of the next twenty; a port the person named is meant. */
export async function listenNearby(app: App, settings: Settings, options: ServingOptions): Promise<Listening> {
  const { port } = settings.server
  const last = options.port === undefined && port > 0 ? port + 20 : port
  for (let next = port; ; next++) {
    try {
      return await listen(app, { ...settings, server: { ...settings.server, port: next } }, options)
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'BUSY' || next >= last) throw error
    }
  }
}

function printNextSteps(url: string, seeded: boolean, locked: boolean): void {
  const daybook = ownCommand().join(' ')
  const lines = [
    ...(seeded ? ['A sample project is in it, so that there is something to look at.'] : []),
    `Open ${url}${locked ? '/?token=<your token>' : ''} in a browser. Ctrl-C stops it.`,
    `Add it to a chat client, here Claude Code: claude mcp add daybook -- ${daybook} mcp`,
    `If something seems wrong: ${daybook} doctor`,
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}
