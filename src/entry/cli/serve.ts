import type { App } from '../../app.ts'
import { type Flags, loadSettings, type Settings } from '../../config.ts'
import { version } from '../../kernel/version.ts'
import { choices } from '../../toolsets.ts'
import { isLoopback } from '../http/address.ts'
import { serveHttp } from '../http/server.ts'
import { command } from './command-line.ts'
import { chosenToolsets } from './input.ts'
import { webRoot } from './installed.ts'
import { exitSoon, stopSignal } from './stopping.ts'
import { openStore } from './store.ts'
import { terminal } from './terminal.ts'

export interface ServingOptions extends Flags {
  toolsets?: string
}

export const serverFlags = {
  'host <host>': 'address to listen on (default 127.0.0.1; any other needs a token)',
  'port <port>': 'port (default 4470; 0 picks a free one)',
  'public-url <url>': 'the address of this server behind a proxy',
  'toolsets <names>': 'only these toolsets over MCP, separated by commas',
  'project <id>': 'the project meant when a call names none',
  'db <url>': 'PostgreSQL URL or SQLite file',
  'token <token>': 'the token callers must send (better: DAYBOOK_TOKEN)',
}

export const serve = command({
  summary: 'serve the web page, REST and MCP over HTTP',
  own: serverFlags,
  run: options => serveUntilSignal(options, (app, settings) => listen(app, settings, options)),
})

/** Opens the store, starts a server on it and keeps both until a signal comes. */
export async function serveUntilSignal(
  options: ServingOptions,
  begin: (app: App, settings: Settings) => Promise<Listening>,
): Promise<number> {
  const stopped = stopSignal()
  let app: App | undefined
  let stopWatching = async () => {}
  try {
    const settings = loadSettings(options, process.env)
    const { host, publicUrl } = settings.server
    // A public address means a proxy in front; behind a proxy every caller comes from this machine.
    const reachable = !isLoopback(host) || publicUrl !== undefined || settings.token !== undefined
    app = await openStore(settings, { reachable })
    const server = await begin(app, settings)
    const { log, rooms } = app
    stopWatching = await followTranscripts(app)
    void rooms.openAll().catch(() => log('room: what was left unfinished is taken up with the first call'))
    await stopped
    await stopWatching()
    await server.close()
    await app.jobs.leave()
    await app.jobs.finish({ cancel: true })
    return 0
  } finally {
    await app?.close()
    exitSoon()
  }
}

/** Shows what agents add to their transcripts while the server runs, and goes on with days whose build was cut off. */
async function followTranscripts(app: App): Promise<() => Promise<void>> {
  const { watchTranscripts } = await import('../../diary/watch/watch-transcripts.ts')
  const { lastBuild } = await import('../../diary/build/journal.ts')
  const build = await lastBuild(app.diary)
  if (build?.cut_off) {
    const { firstDays, startBuild } = await import('../../diary/build/build-days.ts')
    const days = [...(build.day === null ? [] : [build.day]), ...build.waiting]
    // Another process may have begun meanwhile.
    const wanted = days.length > 0 ? { days } : { newest: firstDays }
    await startBuild(app, wanted).catch(() => app.log('diary: days are being built already'))
  }
  const watching = watchTranscripts(app)
  return () => watching.close()
}

export type Listening = Awaited<ReturnType<typeof serveHttp>>

/** Starts the server and says where, in the one line that programs wait for. */
export async function listen(app: App, settings: Settings, options: ServingOptions): Promise<Listening> {
  const { project, token } = settings
  const { host, port, publicUrl } = settings.server
  const root = webRoot()
  const server = await serveHttp(app, {
    host,
    port,
    version,
    toolsets: chosenToolsets(choices, options.toolsets),
    ...(project && { project }),
    ...(token && { token }),
    ...(root && { webRoot: root }),
    ...(publicUrl && { publicUrl }),
  })
  terminal().line(`Daybook listening on ${server.url}`)
  return server
}
