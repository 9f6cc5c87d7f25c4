// npm run bench:secrets [-- --json] [--seed n] [--samples n]; ends with 1 when a target is missed
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withoutSecrets } from '../../src/evidence/secrets.ts'
import { type Judged, judgeLookAlikes, judgeSecrets, share } from '../../test/fixtures/secrets/judge.ts'
import { machineKind } from '../harness/figure-table.ts'
import { seededRandom } from '../harness/random.ts'
import { table } from '../harness/table.ts'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '2026' },
    samples: { type: 'string', default: '50' },
  },
})
const random = seededRandom(Number(flags.seed))
const secrets = judgeSecrets(random, Number(flags.samples))
const lookAlikes = judgeLookAlikes(random, Number(flags.samples))
const caught = share(secrets)
const falseAlarms = share(lookAlikes)
const speed = megabytesPerSecond(honestText())
const met = caught >= 0.95 && falseAlarms <= 0.02
process.stdout.write(flags.json ? `${JSON.stringify({ caught, falseAlarms, speed, secrets, lookAlikes })}\n` : asText())
process.exitCode = met ? 0 : 1

/** What people and agents write: this project's own sources and pages. */
function honestText(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return ['src', 'docs', 'web/src'].flatMap(folder => textsIn(join(root, folder))).join('\n')
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|tsx|md|css)$/.test(name))
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

/** Of this processor's time, which a busy machine does not add to; the quickest of five. */
function megabytesPerSecond(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const started = process.cpuUsage()
    withoutSecrets(text)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  return Buffer.byteLength(text) / 1000 / Math.min(...times)
}

function asText(): string {
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machineKind()}, load ${loadavg()[0]?.toFixed(1)}, seed ${flags.seed}, ${flags.samples} samples of each format.`,
    familyTable(secrets, 'secrets', 'caught'),
    familyTable(lookAlikes, 'look-alikes', 'false alarms'),
    `Caught ${percent(caught)} of ${secrets.length} formats (target ≥ 95 %), false alarms ${percent(falseAlarms)} of ${lookAlikes.length} look-alikes (target ≤ 2 %): ${met ? 'met' : 'MISSED'}.`,
    `${speed.toFixed(0)} MB per second of processor time on this project's own sources and pages.`,
    ...notWhole(secrets, ({ samples, found }) => found < samples),
    ...notWhole(lookAlikes, ({ found }) => found > 0),
    '',
  ].join('\n\n')
}

function familyTable(judged: readonly Judged[], what: string, title: string): string {
  const families = [...new Set(judged.map(({ family }) => family))]
  const rows = families.map(family => ({ family, of: judged.filter(each => each.family === family) }))
  return table(
    [
      { title: what, value: row => row.family },
      { title: 'formats', align: 'right', value: row => String(row.of.length) },
      { title, align: 'right', value: row => percent(share(row.of)) },
    ],
    rows,
    'text',
  )
}

function notWhole(judged: readonly Judged[], isOdd: (each: Judged) => boolean): string[] {
  return judged.filter(isOdd).map(({ family, name, found, samples }) => `${family}, ${name}: ${found} of ${samples}`)
}

function percent(of: number): string {
  return `${(100 * of).toFixed(1)} %`
}
