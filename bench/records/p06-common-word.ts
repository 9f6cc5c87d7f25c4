import { atMost, ratioFigure } from '../harness/figure.ts'
import { openRaw, type Recording } from '../harness/recorded-statements.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { type Caller, openCaller } from './caller.ts'
import { commonWord, frequentWord } from './forest.ts'
import { counted, type Measure } from './measure.ts'
import { storeOf } from './stores.ts'

export const p06: Measure = {
  id: 'P6',
  about: 'search on words in many records beside FTS5 alone, which ranks and counts without a look at the records',
  async run({ sizes, workspace, say }) {
    const file = workspace.copyOf(await storeOf(sizes.large, say))
    const caller = await openCaller(file)
    const raw = openRaw(file)
    const compared = async (query: string) => {
      const { total, recording } = await searched(caller, query)
      const bare = raw.replay(fullTextAlone(recording))
      const runs = await countedRuns(sizes.runs, async () =>
        medians(
          await alternate(
            { subject: () => caller.call('search_records', { query }), baseline: bare },
            { calls: sizes.calls(12) },
          ),
        ),
      )
      return { total, ratio: compare(runs) }
    }
    const half = await compared(commonWord)
    if (half.total !== sizes.large.records / 2) throw new Error(`${half.total} records were found.`)
    const fewer = await compared(frequentWord)
    raw.close()
    await caller.close()
    const records = counted(sizes.large.records)
    return [
      ratioFigure(
        {
          id: 'P6',
          measure: `search on a word in half of ${records} records vs FTS5 alone, p50`,
          target: atMost(1.5),
          work: `${counted(half.total)} hits, whose relevance is all the same`,
        },
        half.ratio,
      ),
      ratioFigure(
        {
          id: 'P6',
          measure: `search on a word in two of five of ${records} records vs FTS5 alone, p50`,
          target: atMost(2.5),
          work: `${counted(fewer.total)} hits, which have to be ranked`,
        },
        fewer.ratio,
      ),
    ]
  },
}

async function searched(caller: Caller, query: string): Promise<{ total: number; recording: Recording }> {
  const { answer, recording } = await caller.record('search_records', { query })
  return { total: answer.total, recording }
}

/** The best page and the count for what the search asked FTS5, as it is quickest: without project, filters and ties. */
function fullTextAlone(recording: Recording): Recording {
  const counting = recording
    .flatMap(({ steps }) => steps)
    .find(({ text }) => /count.*record_terms cross join/s.test(text))
  const query = counting?.values.find(value => typeof value === 'string' && value.includes('"'))
  if (query === undefined) throw new Error('A search no longer counts in the full-text index.')
  const steps = [
    `select rowid from record_terms where record_terms match ? order by rank limit 20`,
    `select count(*) from record_terms where record_terms match ?`,
  ].map(text => ({ text, how: 'all' as const, values: [query], milliseconds: 0 }))
  return [{ begin: 'begin', steps }]
}
