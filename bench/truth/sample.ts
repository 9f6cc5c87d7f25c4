// npm run bench:truth:sample -- <folder of transcripts> [--seed 1] [--count 120] [--source claude-code] [--full] [--keep <folder>]
// Draws sentences of the reports at random and prints each with the lines it cites, for a person who judges them:
// is it true, overstated, stale or false, and do the lines hold it?
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Citation, DailyReport } from '../../src/diary/report/schema.ts'
import { type Sentence, sentencesOf } from '../../src/diary/report/text/sentences.ts'
import { groupBy } from '../../src/kernel/group.ts'
import { loadReader } from '../../src/transcripts/readers.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { sample, seededRandom } from '../harness/random.ts'
import { type Call, withReports } from './reports.ts'
import { transcriptsIn } from './transcripts.ts'

/** Of a sentence so many cited lines are printed. */
const mostLines = 60
const Records = z.object({ records: z.array(z.record(z.string(), z.unknown())) })

const { values: flags, positionals } = parseArgs({
  options: {
    source: { type: 'string', default: 'claude-code' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '120' },
    full: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
  allowPositionals: true,
})
const [folder] = positionals
const reader = await loadReader(flags.source)
if (!folder || !reader) {
  process.stderr.write(
    'Usage: npm run bench:truth:sample -- <folder of transcripts> [--seed 1] [--count 120] [--full]\n',
  )
  process.exit(2)
}
const paths = transcriptsIn(folder)
const dates = new Set(
  paths.flatMap(path => {
    const { turns } = scanChunks(reader, { relative: path, materialized: false }, [readFileSync(path)]).summary
    return turns.map(({ at }) => new Date(at).toISOString().slice(0, 10))
  }),
)

const days = [...dates].sort()
await withReports({ reader, paths }, days, async (reports, call) => {
  if (flags.keep) for (const report of reports) keep(flags.keep, report)
  const all = reports.flatMap(report =>
    sentencesOf(report).map(sentence => ({ kind: kindOf(sentence.id), date: report.report_date, sentence })),
  )
  const chosen = draw(all, Number(flags.count), seededRandom(Number(flags.seed)))
  const counts = [...groupBy(chosen, ({ kind }) => kind)].map(([kind, own]) => `${kind} ${own.length}`)
  process.stdout.write(`${chosen.length} of ${all.length} sentences on ${days.length} days: ${counts.join(', ')}\n`)
  for (const [index, drawn] of chosen.entries()) {
    const { kind, date, sentence } = drawn
    const head = `## ${index + 1} ${kind} ${date} ${sentence.id}`
    process.stdout.write(`\n${head}\n${sentence.text}\n\n${await citedText(drawn, call)}\n`)
  }
})

interface Drawn {
  kind: string
  date: string
  sentence: Sentence
}

/** `outcome` of `ledger-d757/W0003/outcome/0`; the sentences of an item and of the day have different names. */
function kindOf(id: string): string {
  const parts = id.split('/').filter(part => !/^\d+$/.test(part))
  return `${['day', 'project', 'item'][Math.min(parts.length, 3) - 1]} ${parts.at(-1)}`
}

/** Half of the sample evenly from all kinds, so that none is left out, the other half from everything. */
function draw(sentences: readonly Drawn[], count: number, random: () => number): Drawn[] {
  const kinds = [...groupBy(sentences, ({ kind }) => kind).values()]
  const even = kinds.flatMap(own => sample(own, Math.ceil(count / 2 / kinds.length), random))
  const left = sentences.filter(sentence => !even.includes(sentence))
  const drawn = new Set([...even, ...sample(left, Math.max(0, count - even.length), random)])
  return sentences.filter(sentence => drawn.has(sentence))
}

function keep(into: string, report: DailyReport): void {
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, `${report.report_date}.json`), JSON.stringify(report, null, 1))
}

async function citedText({ date, sentence }: Drawn, call: Call): Promise<string> {
  const parts: string[] = []
  let lines = 0
  for (const citation of sentence.citations) {
    const [start = 1, end = 1] = citation.lines.split('-').map(Number)
    const last = Math.min(end, start + mostLines - lines - 1)
    parts.push(`[${citation.session_ref} ${citation.turn_ref} ${citation.lines}]`)
    if (last >= start) parts.push(await linesText(citation, date, start, last, call))
    lines += Math.max(0, last - start + 1)
  }
  return parts.join('\n')
}

async function linesText(
  { project_key, session_ref }: Citation,
  date: string,
  start: number,
  end: number,
  call: Call,
): Promise<string> {
  const mode = flags.full ? 'full' : 'compact'
  const range = { project_key, session_ref, start_line: start, end_line: end, mode, date }
  const { records } = Records.parse(await call('read_session_lines', range))
  return records.map(record => `  ${lineText(record)}`).join('\n')
}

/** What a record says, without its size and hash. */
function lineText({ line, raw_line, raw_bytes, raw_sha256, ...said }: { [key: string]: unknown }): string {
  if (raw_line !== undefined) return `${line} ${raw_line}`
  const shown = Object.entries(said).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return `${line} ${JSON.stringify(Object.fromEntries(shown))}`
}
