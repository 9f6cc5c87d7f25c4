import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { digits, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { factsOf, filledAudit, output } from './filled-audit.ts'
import { counted, type Measure } from './measure.ts'

const lines = 10_000
const session = 'chat_rates'

export const r11: Measure = {
  id: 'R11',
  about: 'receipts minted and verified per second beside raw inserts and raw HMAC over the same bytes',
  async run({ runs: count, calls: scaled, workspace }) {
    const base = workspace.folder('rates')
    const { audit, folder, close } = await filledAudit(base, { [session]: lines, chat_new: 1 })
    const log = readFileSync(join(folder, 'sessions', session, 'tool_receipts.jsonl'), 'utf8')
    const texts = log.split('\n').slice(0, lines)
    const raw = rawStore(join(base, 'raw.db'))
    const key = randomBytes(32)
    const mints = scaled(200)
    const minting = await countedRuns(count, async () => ({
      subject: perSecond(
        mints,
        await timed(async () => {
          for (let n = 0; n < mints; n++) await audit.mint(factsOf('chat_new'), output)
        }),
      ),
      baseline: perSecond(
        mints,
        await timed(() => {
          for (const text of texts.slice(0, mints)) raw.insert(text)
        }),
      ),
    }))
    const verifying = await countedRuns(count, async () => ({
      subject: perSecond(lines, await timed(() => audit.verifySession(session, { fresh: true }))),
      baseline: perSecond(
        lines,
        await timed(() => {
          for (const text of texts) createHmac('sha256', key).update(text).digest('hex')
        }),
      ),
    }))
    raw.close()
    await close()
    const show = (rate: number) => `${digits(rate)}/s`
    const bytes = `${counted(Math.round(log.length / lines))} bytes each`
    return [
      ratioFigure(
        {
          id: 'R11',
          measure: 'receipts minted vs raw SQLite inserts of the same lines, FULL',
          target: null,
          work: `${counted(mints)} a run, ${bytes}; three durable writes beside one`,
          show,
        },
        compare(minting),
      ),
      ratioFigure(
        {
          id: 'R11',
          measure: 'receipts verified vs raw HMAC-SHA256 over the same lines',
          target: null,
          work: `${counted(lines)} a run, ${bytes}; parsed, canonical again, chained, compared in constant time`,
          show,
        },
        compare(verifying),
      ),
    ]
  },
}

function perSecond(count: number, milliseconds: number): number {
  return (count / milliseconds) * 1000
}

/** One line a transaction, synced as the store is. */
function rawStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode=wal; pragma synchronous=full; create table lines (text text not null)')
  const insert = database.prepare('insert into lines (text) values (?)')
  return { insert: (text: string) => void insert.run(text), close: () => database.close() }
}
