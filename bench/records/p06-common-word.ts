import { atMost, milliseconds, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { median, timed } from '../harness/samples.ts'
import { openRaw, type Tape } from '../harness/tape.ts'
import { openCaller } from './caller.ts'
import { commonWord } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { storeOf } from './stores.ts'

export const p06: Measure = {
  id: 'P6',
  about: 'search on a word in half of all records beside the bare ranked statement and its count',
  async run({ sizes, workspace, say }) {
    const file = workspace.copyOf(await storeOf(sizes.large, say))
    const caller = await openCaller(file)
    const args = { query: commonWord }
    const { answer, tape } = await caller.tape('search_records', args)
    if (answer.total !== sizes.large.records / 2) throw new Error(`${answer.total} records were found.`)
    const raw = openRaw(file)
    const ranking = matchingOnly(tape)
    const bare = raw.player(ranking)
    const runs = await countedRuns(sizes.runs, async () => {
      const taken = await alternate(
        { subject: () => caller.call('search_records', args), baseline: bare },
        { calls: sizes.calls(12) },
      )
      return medians(taken)
    })
    const withoutScope = raw.player(plainFullText)
    const plain = []
    for (let call = 0; call < 5; call++) plain.push(await timed(withoutScope))
    raw.close()
    await caller.close()
    const measure = `search on a word in half of ${counted(sizes.large.records)} records vs raw ranking + count, p50`
    const work = `${counted(answer.total)} hits; FTS5 alone, without project or filters: ${milliseconds(median(plain))}`
    return [ratioFigure({ id: 'P6', measure, target: atMost(1.5), work }, compare(runs))]
  },
}

/** Of everything a search executes, the statements that ask the full-text index. */
function matchingOnly(tape: Tape): Tape {
  const matching = tape.map(({ begin, steps }) => ({
    begin,
    steps: steps.filter(({ text }) => /\bmatch\b/.test(text)),
  }))
  if (matching.flatMap(({ steps }) => steps).length !== 2)
    throw new Error('A search no longer ranks once and counts once.')
  return matching
}

const plainFullText: Tape = [
  {
    begin: 'begin',
    steps: [
      `select rowid from record_terms where record_terms match ? order by rank limit 20`,
      `select count(*) from record_terms where record_terms match ?`,
    ].map(text => ({ text, how: 'all', values: [commonWord], milliseconds: 0 })),
  },
]
