// npm run bench:truth -- <folder of transcripts> <label file> [<label file> …] [--source claude-code] [--misses]
// Compares what Daybook says of transcripts with what a person found in them; ends with 1 when a target is missed.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadReader } from '../../src/transcripts/readers.ts'
import { table } from '../harness/table.ts'
import { isMissed, type Judgement, type Measure } from './field.ts'
import { fields } from './fields.ts'
import { transcriptsIn } from './transcripts.ts'

const { values: flags, positionals } = parseArgs({
  options: { source: { type: 'string', default: 'claude-code' }, misses: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder, ...labelFiles] = positionals
const reader = await loadReader(flags.source)
if (!folder || labelFiles.length === 0 || !reader) {
  process.stderr.write('Usage: npm run bench:truth -- <folder of transcripts> <label file> … [--source <agent>]\n')
  process.exit(2)
}
const labels = labelFiles.flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line)),
)
const paths = transcriptsIn(folder)
const judgements: Judgement[] = []
for (const judge of fields) {
  const judgement = await judge({ reader, paths, labels })
  if (judgement) judgements.push(judgement)
}
const measures = judgements.flatMap(judgement => judgement.measures)
const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)
const figures = table<Measure>(
  [
    { title: 'measure', value: ({ name }) => name },
    { title: 'found', align: 'right', value: ({ share }) => percent(share) },
    { title: 'target', align: 'right', value: ({ target, isLimit }) => `${isLimit ? '≤' : '≥'} ${percent(target)}` },
    { title: '', value: measure => (measure.share === null ? 'not measured' : isMissed(measure) ? 'MISSED' : 'met') },
  ],
  measures,
  'text',
)
process.stdout.write(`${paths.length} transcripts. ${judgements.map(({ basis }) => basis).join(' ')}\n${figures}\n`)
if (flags.misses) for (const { misses } of judgements) for (const miss of misses) process.stdout.write(`${miss}\n`)
process.exitCode = measures.some(isMissed) ? 1 : 0
