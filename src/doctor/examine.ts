import { existsSync, statfsSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ChatClient, chatClients, lookAtSettings, type SettingsLook } from '../chat-clients/clients.ts'
import { faultOf, placeOf } from '../chat-clients/server-entry.ts'
import { isPostgres } from '../db/db.ts'
import { errorMessage } from '../kernel/fault.ts'
import { formatSize } from '../kernel/numbers.ts'
import { shellWord } from '../kernel/text.ts'
import { absent, type Examination, type Finding, fail, ok, warn } from './finding.ts'

/** Looks at everything and changes nothing; a check that breaks down is a finding, not the end. */
export async function examine(exam: Examination): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of checks) {
    try {
      findings.push(...(await check(exam)))
    } catch (error) {
      const reason = errorMessage(error)
      findings.push(fail(name, `could not be checked: ${reason}`, 'Report this line.'))
    }
  }
  return findings
}

type Check = (exam: Examination) => Finding[] | Promise<Finding[]>

const checks: ReadonlyArray<readonly [name: string, check: Check]> = [
  ['node', checkNode],
  ['home', checkHome],
  ['disk', checkDisk],
  ['database', checkDatabase],
  ['diary', checkDiary],
  ['port', checkPort],
  ['web client', checkWebClient],
  ['clients', checkClients],
]

async function checkDiary(exam: Examination): Promise<Finding[]> {
  return (await import('./diary.ts')).checkDiary(exam)
}

/** Loaded late: a missing or broken driver is something to report. */
async function checkDatabase(exam: Examination): Promise<Finding[]> {
  if (isPostgres(exam.settings.location)) return (await import('./database.ts')).checkPostgres(exam)
  return (await import('./database.ts')).checkSqlite(exam)
}

const [leastMajor, leastMinor] = [20, 19]

function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > leastMajor || (major === leastMajor && minor >= leastMinor)
  const found = `Node ${process.versions.node} on ${process.platform} ${process.arch}`
  if (enough) return [ok('node', found)]
  return [fail('node', found, `Install Node ${leastMajor}.${leastMinor} or later.`)]
}

/** The folder and the files in it are for their owner alone. */
function checkHome({ settings }: Examination): Finding[] {
  const { home, location } = settings
  if (!existsSync(home)) return [ok('home', `${home} is not there yet; the first command that writes makes it`)]
  const files = isPostgres(location) ? [] : [location, `${location}-wal`, `${location}-shm`]
  const open = [...tooOpen(home, '700'), ...[...files, join(home, 'config.json')].flatMap(file => tooOpen(file, '600'))]
  return open.length > 0 ? open : [ok('home', `${home}, closed to others`)]
}

function tooOpen(path: string, wanted: string): Finding[] {
  const found = statSync(path, { throwIfNoEntry: false })
  // Windows has no such bits.
  if (!found || process.platform === 'win32' || (found.mode & 0o077) === 0) return []
  const mode = (found.mode & 0o777).toString(8)
  return [warn('permissions', `${path} has mode ${mode}: others can reach it`, `chmod ${wanted} ${shellWord(path)}`)]
}

const mebibyte = 1024 ** 2

function checkDisk({ settings: { home, location } }: Examination): Finding[] {
  const folder = nearestFolder(isPostgres(location) ? home : dirname(location))
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const found = `${formatSize(free)} free at ${folder}`
  const todo = 'Free some disk space: a write that finds none is refused whole.'
  if (free < 20 * mebibyte) return [fail('disk', found, todo)]
  return free < 500 * mebibyte ? [warn('disk', found, todo)] : [ok('disk', found)]
}

/** What is there of a path that may not exist yet. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}

/** Whether the server's port is free, used by this program, or by another. */
async function checkPort({ settings, version }: Examination): Promise<Finding[]> {
  const { host, port } = settings.server
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const where = `port ${port} of ${here}`
  if (port === 0) return [ok('port', 'a free one is picked at each start')]
  if (!(await isAnswered(here, port))) return [ok('port', `${where} is free`)]
  const running = await daybookAt(here, port)
  if (running === undefined) {
    const todo = `Serve on another one: daybook serve --port ${port + 1}. \`daybook start\` does so by itself.`
    return [warn('port', `${where} is used by another program`, todo)]
  }
  if (running === version) return [ok('port', `${where}: Daybook ${running} is running`)]
  return [warn('port', `${where}: another version of Daybook is running`, 'Stop it and start it again.')]
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection({ host, port, timeout: 1000 })
    const finish = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })
}

/** The version of the Daybook that answers there, if one does. */
async function daybookAt(host: string, port: number): Promise<string | undefined> {
  try {
    const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
    const response = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(2000) })
    const answer: unknown = await response.json()
    const ours = typeof answer === 'object' && answer !== null && 'engine' in answer && 'version' in answer
    return ours ? String(answer.version).slice(0, 40) : undefined
  } catch {
    return undefined
  }
}

function checkWebClient({ webRoot }: Examination): Finding[] {
  if (webRoot !== undefined) return [ok('web client', 'built')]
  const todo = 'Build it with npm run build, or install the package again. MCP, REST and the command line work without.'
  return [warn('web client', 'not built: `daybook serve` has no page to show', todo)]
}

/** Whether chat clients on this machine know Daybook, and whether what they name can be started. */
function checkClients({ env, folder, command }: Examination): Finding[] {
  const places = new Set<string>()
  const findings = chatClients(env, folder).flatMap(client => {
    const looks = lookAtSettings(client, folder)
    for (const { entries } of looks) {
      for (const entry of entries) if (entry.url === undefined) places.add(placeOf(entry, join(homedir(), '.daybook')))
    }
    return findingsOf(client, looks, [...command, 'install', client.name].join(' '), env)
  })
  return places.size > 1 ? [...findings, differentPlaces] : findings
}

function findingsOf({ title }: ChatClient, looks: SettingsLook[], add: string, env: NodeJS.ProcessEnv): Finding[] {
  const broken = looks
    .filter(look => !look.readable)
    .map(({ file }) => warn(title, `${file} cannot be read`, `Correct it; ${title} cannot read it either.`))
  const named = looks.flatMap(({ file, entries }) =>
    entries.map(entry => {
      const fault = faultOf(entry, env)
      if (fault === undefined) return ok(title, `${file} names Daybook${entry.url ? ', over HTTP' : ''}`)
      return warn(title, `${file} names Daybook, but ${fault}`, `Name it again: ${add}`)
    }),
  )
  const found = [...broken, ...named]
  if (found.length > 0) return found
  return [
    absent(title, looks.length > 0 ? 'does not have Daybook' : 'not found on this machine', `To add Daybook: ${add}`),
  ]
}

const differentPlaces = warn(
  'clients',
  'two clients keep their data in different places, so one cannot see what the other wrote',
  'Give all of them the same DAYBOOK_HOME and database, or none.',
)
