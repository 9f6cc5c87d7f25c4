import { atMost, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { factsOf, filledAudit, output } from './filled-audit.ts'
import { counted, type Measure } from './measure.ts'

export const r4: Measure = {
  id: 'R4',
  about: 'minting a receipt after 10,000 and after 10',
  async run({ runs: count, calls: scaled, workspace }) {
    const { audit, close } = await filledAudit(workspace.folder('append'), { chat_long: 10_000, chat_short: 10 })
    const calls = scaled(40)
    const runs = await countedRuns(count, async () =>
      medians(
        await alternate(
          {
            subject: () => audit.mint(factsOf('chat_long'), output),
            baseline: () => audit.mint(factsOf('chat_short'), output),
          },
          { calls },
        ),
      ),
    )
    const { status } = await audit.verifySession('chat_long', { fresh: true })
    if (status !== 'ok') throw new Error('What was minted does not verify.')
    await close()
    const work = `${counted(calls)} receipts a run and side; line, head and anchor each durable before the next`
    const measure = 'receipt append at 10,000 vs 10 receipts, p50'
    return [ratioFigure({ id: 'R4', measure, target: atMost(1.5), work }, compare(runs))]
  },
}
