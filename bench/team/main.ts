// npm run bench:team [-- --seconds 20] [--clients 32] [--json | --markdown]
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApp } from '../../src/app.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { addToken, createPrincipal, setMembership } from '../../src/projects/tokens.ts'
import { createPostgresDatabase, startPostgres } from '../../test/support/postgres.ts'
import { atLeast, atMost, digits, type Figure, isMet, milliseconds, type Target } from '../harness/figure.ts'
import { figureColumns, machineKind, targetsMet } from '../harness/figure-table.ts'
import { table } from '../harness/table.ts'
import { type Carried, carryLoad, type Load } from './load.ts'
import { startTeamServer } from './servers.ts'

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  },
})
const [seconds, clients] = [Number(flags.seconds), Number(flags.clients)]
const warmUpSeconds = 5
const projects = ['orchard', 'mill', 'ferry', 'tower']
const started = performance.now()
const load = loadavg()[0] ?? 0
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const log = join(folder, 'postgres.log')
const postgres = await startPostgres({ durable: true, log })
try {
  const one = await measure(1)
  const three = await measure(3)
  report(three, one)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Measured extends Carried {
  deadlocks: number
}

/** Runs the processes on a new database; afterwards every acknowledged write must be there. */
async function measure(processes: number): Promise<Measured> {
  process.stderr.write(`${processes} × daybook serve, ${clients} clients, ${seconds} s\n`)
  const { url, drop } = await createPostgresDatabase(postgres.url)
  const before = deadlocksIn(log)
  const app = await openApp({ location: url })
  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const operation = operationNamed(name)
    if (!operation) throw new Error(`No operation ${name}.`)
    const outcome = await invoke(app, operation, args, { principal: 'local' })
    if (!outcome.ok) throw outcome.fault
    return outcome.result
  }
  const members: Load['members'][number][] = []
  for (const project of projects) {
    await call('create_project', { name: project, id: project })
    const text = { type: 'topic', title: project, summary: 'S', body: 'B' }
    const { record } = await call('create_record', { ...text, project_id: project })
    const now = new Date().toISOString()
    const { secret } = await app.db.write(async tx => {
      await createPrincipal(tx, { id: `member-${project}` })
      await setMembership(tx, { principal: `member-${project}`, project, role: 'writer' })
      return addToken(tx, { principal: `member-${project}`, label: 'bench', now })
    })
    members.push({ project, token: secret, shared: String(Object(record).id) })
  }
  const serverToken = randomBytes(16).toString('hex')
  const home = mkdtempSync(join(folder, 'home-'))
  const servers = await Promise.all(Array.from({ length: processes }, () => startTeamServer(home, url, serverToken)))
  try {
    const ports = servers.map(({ port }) => port)
    // The first calls of a process load and compile what it needs.
    await carryLoad({ ports, members, clients, seconds: warmUpSeconds })
    const counted = await app.db.read(tx => tx.raw<{ n: number }>('select count(*) as n from records'))
    const carried = await carryLoad({ ports, members, clients, seconds })
    const kept = await app.db.read(tx => tx.raw<{ n: number }>('select count(*) as n from records'))
    const added = Number(kept[0]?.n) - Number(counted[0]?.n)
    if (added !== carried.created) throw new Error(`${carried.created} records were acknowledged, ${added} are there.`)
    if (carried.failed.length > 0) throw new Error(`Calls failed: ${[...new Set(carried.failed)].join(', ')}`)
    for (const project_id of projects) {
      const { violations } = await call('check_records', { project_id })
      if (!Array.isArray(violations) || violations.length > 0) throw new Error(`${project_id} is not sound.`)
    }
    return { ...carried, deadlocks: deadlocksIn(log) - before }
  } finally {
    for (const server of servers) await server.stop()
    await app.close()
    await drop()
  }
}

function deadlocksIn(file: string): number {
  return readFileSync(file, 'utf8').split('deadlock detected').length - 1
}

function report(three: Measured, one: Measured): void {
  const figure = (
    measure: string,
    of: (measured: Measured) => number,
    unit: Figure['unit'],
    target: Target | null,
    work: string,
  ): Figure => {
    const value = of(three)
    const show = unit === ' ms' ? milliseconds : (given: number) => `${digits(given)}${unit}`
    const sides = { subject: show(value), baseline: show(of(one)) }
    return { id: 'T1', measure, ...sides, value, unit, target, met: isMet(value, target), work }
  }
  const work = `${three.calls} and ${one.calls} calls, ${three.created} and ${one.created} records, all kept`
  const figures = [
    figure('calls a second', each => each.perSecond, '/s', atLeast(200), work),
    figure('a call, p50', each => each.p50, ' ms', null, ''),
    figure('a call, p99', each => each.p99, ' ms', atMost(1000), ''),
    figure('answered BUSY', each => each.busy, '', atMost(0), ''),
    figure('deadlocks in the log of PostgreSQL', each => each.deadlocks, '', atMost(0), ''),
    figure('updates that met another one', each => each.conflicts, '', null, 'answered as conflicts, as they must be'),
  ]
  const about = [
    new Date().toISOString().slice(0, 10),
    machineKind(),
    `load ${load.toFixed(1)} at the start`,
    `${clients} clients, ${projects.length} projects, ${seconds} s each`,
    `${Math.round((performance.now() - started) / 1000)} s in all.`,
  ].join(', ')
  const titles = { subject: '3 processes', baseline: '1 process' }
  const columns = figureColumns.map(column => ({ ...column, title: Object(titles)[column.title] ?? column.title }))
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ about, figures }, null, 2)}\n`
      : `${about}\n\n${table(columns, figures, flags.markdown ? 'markdown' : 'text')}\n\n${targetsMet(figures)}\n`,
  )
  // A gate: a missed target fails the command.
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1
}
