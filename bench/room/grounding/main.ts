// npm run bench:grounding [-- --json] [--seed n] [--per-cell n]; ends with 1 when a target is missed
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { machineKind } from '../../harness/figure-table.ts'
import { quantile } from '../../harness/samples.ts'
import { table } from '../../harness/table.ts'
import { fuzzyChecker, substringChecker } from './baselines.ts'
import { type Case, fabrications, groundingCases, labels } from './cases.ts'
import { checkOpenings, checkReplies, meetsTargets, ratesOf, type Shown, withoutBlind } from './claims.ts'
import { judge, shareOf } from './judge.ts'
import { encodings } from './prose.ts'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '2026' },
    'per-cell': { type: 'string', default: '100' },
  },
})
const cases = groundingCases(Number(flags.seed), Number(flags['per-cell']))
const times: number[] = []
const processorTimes: number[] = []
const daybook = await judge('Daybook', daybookChecker, cases)
const judged = [daybook, await judge('substring', substringChecker, cases), await judge('fuzzy', fuzzyChecker, cases)]
const p99 = quantile(times, 0.99)
const found = fabrications.map(label => shareOf(daybook, label))
const falseRejects = shareOf(daybook, 'honest')
const replies = await checkReplies()
const openings = checkOpenings()
const claimsMet = [replies, withoutBlind(openings)].every(shown => meetsTargets(ratesOf(shown)))
const met = found.every(share => share >= 0.99) && falseRejects <= 0.01 && p99 <= 5 && claimsMet
process.stdout.write(flags.json ? asJson() : asText())
process.exitCode = met ? 0 : 1

/** The quickest of three, because a busy machine stops any of them at any moment. */
async function daybookChecker({ reply, place }: Case): Promise<boolean> {
  const runs: { accepted: boolean; took: number; cpu: number }[] = []
  for (let run = 0; run < 3; run++) {
    const cpu = process.cpuUsage()
    const started = performance.now()
    const { status } = await place.room.check(reply)
    const took = performance.now() - started
    const { user, system } = process.cpuUsage(cpu)
    runs.push({ accepted: status === 'accepted', took, cpu: (user + system) / 1000 })
  }
  times.push(Math.min(...runs.map(({ took }) => took)))
  processorTimes.push(Math.min(...runs.map(({ cpu }) => cpu)))
  return runs.every(({ accepted }) => accepted)
}

function asText(): string {
  const rows = labels.flatMap(label => [
    { label, encoding: 'all', shares: judged.map(each => shareOf(each, label)) },
    ...encodings.map(encoding => ({
      label: '',
      encoding,
      shares: judged.map(each => shareOf(each, label, ({ encoding: own }) => own === encoding)),
    })),
  ])
  const shares = judged.map(({ name }, index) => ({
    title: name,
    align: 'right' as const,
    value: (row: (typeof rows)[number]) => percent(row.shares[index] ?? Number.NaN),
  }))
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machineKind()}, load ${loadavg()[0]?.toFixed(1)}.`,
    `${cases.length} labelled replies, seed ${flags.seed}. Honest: share refused. All others: share found.`,
    table(
      [{ title: 'kind', value: row => row.label }, { title: 'encoding', value: row => row.encoding }, ...shares],
      rows,
      'text',
    ),
    'Statements and their evidence (test/fixtures/grounding). Detected: dishonest and not shown as verified.',
    ratesTable(replies, ({ sort }) => sort),
    ratesTable(replies, ({ part }) => part),
    'Openings that give reasoning away. Detected: refused. The targets are for all but the blind ones.',
    ratesTable(openings, ({ part }) => part),
    `Targets: detected ≥ 95 %, honest refused ≤ 2 %: ${claimsMet ? 'met' : 'MISSED'}.`,
    `One check: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(p99)}, processor p99 ${ms(quantile(processorTimes, 0.99))}.`,
    `Targets: every kind ≥ 99 % (lowest ${percent(Math.min(...found))}), honest ≤ 1 % (${percent(falseRejects)}), p99 ≤ 5 ms: ${met ? 'met' : 'MISSED'}.`,
    `Misses of Daybook: ${daybook.misses.length}.`,
    ...daybook.misses.map(missed),
    ...[...replies, ...openings].filter(isMissed).map(({ sort, as, text }) => `${sort}, ${as}\n${text}`),
    '',
  ].join('\n\n')
}

function ratesTable(shown: readonly Shown[], group: (each: Shown) => string): string {
  const names = [...new Set(shown.map(group))]
  const rows = [...names, 'all'].map(name => ({
    name,
    ...ratesOf(shown.filter(each => name === 'all' || group(each) === name)),
  }))
  const share = (title: string, value: (row: (typeof rows)[number]) => number) => ({
    title,
    align: 'right' as const,
    value: (row: (typeof rows)[number]) => (Number.isNaN(value(row)) ? '–' : percent(value(row))),
  })
  return table(
    [
      { title: 'group', value: row => row.name },
      { title: 'replies', align: 'right', value: row => String(row.count) },
      share('dishonest detected', row => row.detected),
      share('dishonest refused', row => row.refusedDishonest),
      share('honest refused', row => row.falselyRefused),
      share('honest verified', row => row.verified),
    ],
    rows,
    'text',
  )
}

/** Unverified is not a miss: a reply is shown like that when no rule can decide. */
function isMissed({ isHonest, as }: Shown): boolean {
  return isHonest ? as === 'refused' : as === 'verified'
}

function missed({ id, label, encoding, reply }: Case): string {
  return `#${id} ${label}, ${encoding}\n${reply}`
}

function asJson(): string {
  const checkers = judged.map(each => ({
    name: each.name,
    ...Object.fromEntries(labels.map(label => [label, shareOf(each, label)])),
    misses: each.misses.map(({ id }) => id),
  }))
  const p50 = quantile(times, 0.5)
  const blind = ratesOf(openings.filter(({ part }) => part === 'blind'))
  const claims = { replies: ratesOf(replies), openings: ratesOf(withoutBlind(openings)), blind }
  return `${JSON.stringify({ cases: cases.length, seed: flags.seed, p50, p99, met, claims, checkers }, null, 2)}\n`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
