import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { filledAudit } from './filled-audit.ts'
import type { Measure } from './measure.ts'

export const r5: Measure = {
  id: 'R5',
  about: 'verifying 20,000 receipts and 10,000',
  async run({ runs: count, workspace }) {
    const sizes = { chat_large: 20_000, chat_middle: 10_000 }
    const { audit, close } = await filledAudit(workspace.folder('verify'), sizes)
    const verified = async (session: keyof typeof sizes) => {
      const { status, count: lines } = await audit.verifySession(session, { fresh: true })
      if (status !== 'ok' || lines !== sizes[session]) throw new Error(`Session ${session} is ${status}.`)
    }
    const runs = await countedRuns(count, async () => ({
      subject: await timed(() => verified('chat_large')),
      baseline: await timed(() => verified('chat_middle')),
    }))
    await close()
    const work = 'from the first byte: chain, signatures, outputs, head, anchor, ids of other sessions'
    const measure = 'verify 20,000 vs 10,000 receipts'
    return [ratioFigure({ id: 'R5', measure, target: atMost(2.3), work }, compare(runs))]
  },
}
