// npm run bench:truth -- <folder of transcripts> <label file> [--source claude-code] [--misses]
// Compares what Daybook says of transcripts with what a person found in them; ends with 1 when a target is missed.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadReader } from '../../src/transcripts/readers.ts'
import { table } from '../harness/table.ts'
import { type CheckLabel, checksIn, judgeChecks, scoreChecks } from './checks.ts'

const { values: flags, positionals } = parseArgs({
  options: { source: { type: 'string', default: 'claude-code' }, misses: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder, labelFile] = positionals
const reader = await loadReader(flags.source)
if (!folder || !labelFile || !reader) {
  process.stderr.write('Usage: npm run bench:truth -- <folder of transcripts> <label file> [--source <agent>]\n')
  process.exit(2)
}
const labels: CheckLabel[] = readFileSync(labelFile, 'utf8')
  .split('\n')
  .filter(line => line.trim() !== '')
  .map(line => JSON.parse(line))
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.jsonl'))
  .map(name => join(folder, name))
const judged = paths.flatMap(path => {
  const ofFile = labels.filter(({ transcript }) => transcript === basename(path))
  return ofFile.length > 0 ? judgeChecks(ofFile, checksIn(reader, path)) : []
})
const score = scoreChecks(judged)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const measures = [
  { name: 'recall of verdicts', share: score.recall, target: 0.95 },
  { name: 'precision of verdicts', share: score.precision, target: 0.99 },
]
const figures = table<(typeof measures)[number]>(
  [
    { title: 'measure', value: ({ name }) => name },
    { title: 'found', align: 'right', value: ({ share }) => percent(share) },
    { title: 'target', align: 'right', value: ({ target }) => `≥ ${percent(target)}` },
    { title: '', value: ({ share, target }) => (share >= target ? 'met' : 'MISSED') },
  ],
  measures,
  'text',
)
const states = ['pass', 'fail', 'unknown', 'not_run', 'missed'].map(
  state => `${judged.filter(({ found }) => found === state).length} ${state}`,
)
process.stdout.write(
  `${judged.length} labelled runs of checks in ${paths.length} transcripts: ${score.recognised} recognised, ${score.judged} with a verdict (${states.join(', ')}).\n${figures}\n`,
)
if (flags.misses) {
  for (const { transcript, lines, kind, command, truth, found } of judged.filter(each => each.found !== each.truth)) {
    process.stdout.write(`${transcript}:${lines[0]} ${kind} ${truth}, said ${found}: ${command}\n`)
  }
}
process.exitCode = measures.every(({ share, target }) => share >= target) ? 0 : 1
