import type { App } from '../../app.ts'
import type { Settings } from '../../config.ts'
import { isPostgres } from '../../db/db.ts'
import { errorMessage, Fault } from '../../kernel/fault.ts'
import { hasBrowser, openBrowser } from './browser.ts'
import { command } from './command-line.ts'
import { ownCommand } from './installed.ts'
import { type Listening, listen, type ServingOptions, serverFlags, serveUntilSignal } from './serve.ts'

/** What `npm start` runs: everything a first look needs, in one command. */
export const start = command({
  summary: 'open Daybook here: finds your agents’ transcripts, reads the newest days, opens the browser',
  own: {
    'no-open': 'do not open a browser',
    'no-read': 'do not look for transcripts and read none',
    'no-sample': 'no sample project and week where no transcripts are found',
    ...serverFlags,
  },
  run: ({ open, read, sample, ...options }) =>
    serveUntilSignal(options, async (app, settings) => {
      // A team's database has no place for a sample, and its machine seldom has transcripts.
      const isLocal = !isPostgres(settings.location)
      const found = read && isLocal ? await findTranscripts(app) : null
      const withSample = sample && isLocal && !found
      const hasNewRoom = withSample && (await seedFirst(app)) && (await bindRoom(app, settings))
      const server = await listenNearby(app, settings, options)
      const isLocked = settings.token !== undefined
      const newest = found ? await readNewest(app, server.url, found) : undefined
      printNextSteps(server.url, isLocked)
      if (open && !isLocked && hasBrowser()) openBrowser(newest ?? server.url)
      if (withSample) await fillSample(app, server.url, hasNewRoom)
      return server
    }),
})

/** `21 Claude Code and 3 Codex transcripts, 13–16 Nov`; null where there are none. */
async function findTranscripts(app: App): Promise<string | null> {
  const { foundTranscripts } = await import('../../diary/work/known-work.ts')
  return foundTranscripts(app.diary)
}

/** Starts to read the newest days and says so; answers the address of the newest one as soon as it is known. */
async function readNewest(app: App, url: string, found: string): Promise<string | undefined> {
  const { firstDays, startBuild } = await import('../../diary/build/build-days.ts')
  const newest = new Promise<string | undefined>(resolve => {
    const stop = app.notices.listen(({ type, data }) => {
      const { newest = null, state } = data as { newest?: string | null; state?: string }
      if (type !== 'diary_build' || (newest === null && state === 'running')) return
      stop()
      resolve(newest ?? undefined)
    })
  })
  try {
    await startBuild(app, { newest: firstDays })
  } catch (error) {
    app.log(`diary: the newest days are not read: ${errorMessage(error)}`)
    return undefined
  }
  const day = await newest
  const address = day === undefined ? url : `${url}/diary/${day}`
  process.stderr.write(`Found ${found}. Reading the newest days on this machine; nothing is sent. → ${address}\n`)
  return address
}

async function seedFirst(app: App): Promise<boolean> {
  const { seedSample } = await import('../../sample/seed.ts')
  if (await seedSample(app)) process.stderr.write('No transcripts of agents were found here, so a sample is shown.\n')
  return true
}

/** A few files are copied before anybody looks, so that the pages of the room find one. */
async function bindRoom(app: App, { home }: Settings): Promise<boolean> {
  try {
    const { bindSampleRoom } = await import('../../sample/seed-room.ts')
    return await bindSampleRoom(app, home)
  } catch (error) {
    app.log(`the sample room was not made: ${String(error)}`)
    return false
  }
}

/** Fills the room and makes the sample days behind the page that is already there; a removal of the sample ends it. */
async function fillSample(app: App, url: string, hasNewRoom: boolean): Promise<void> {
  const { sampleJob } = await import('../../home/sample.ts')
  await app.jobs.start<void>({
    id: sampleJob,
    atExit: 'finish',
    async work({ signal, answer }) {
      answer()
      if (hasNewRoom) await furnish(signal).catch(unless(signal, 'room was'))
      if (!signal.aborted) await seedDays(signal).catch(unless(signal, 'days were'))
    },
  })

  function unless({ aborted }: AbortSignal, what: string) {
    return (error: unknown) => {
      if (!aborted) app.log(`the sample ${what} not made: ${String(error)}`)
    }
  }

  async function furnish(signal: AbortSignal): Promise<void> {
    const { fillSampleRoom } = await import('../../sample/seed-room.ts')
    if (!(await fillSampleRoom(app, signal))) return
    process.stderr.write(`A sample room waits for its first conference: ${url}/p/sample/room\n`)
  }

  async function seedDays(signal: AbortSignal): Promise<void> {
    const { seedSampleDiary } = await import('../../sample/seed-diary.ts')
    if (!(await seedSampleDiary(app, signal))) return
    process.stderr.write(`The diary shows a sample week: ${url}/diary\n`)
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

function printNextSteps(url: string, locked: boolean): void {
  const daybook = ownCommand().join(' ')
  const lines = [
    `Open ${url}${locked ? '/?token=<your token>' : ''} in a browser. Ctrl-C stops it.`,
    `Add it to a chat client, such as Claude Code: ${daybook} install claude`,
    `If something seems wrong: ${daybook} doctor`,
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}
