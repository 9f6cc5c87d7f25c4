import { roomCheckReply } from '../../src/room/evidence/operations.ts'
import { mintId } from '../../src/room/ids.ts'
import { runTool } from '../../src/room/turns/run-tool.ts'
import { scene, sceneLine, sceneQuote } from '../../test/room/support/replies.ts'
import { atMost, digits, type Figure, isMet, ratioFigure } from '../harness/figure.ts'
import { alternate, compare, countedRuns, medians } from '../harness/runs.ts'
import { quantile } from '../harness/samples.ts'
import { roomWithScenes } from './many-files.ts'
import { counted, type Measure } from './measure.ts'
import type { BenchRoom } from './open-room.ts'

export const r6: Measure = {
  id: 'R6',
  about: 'checking a reply in a workspace of 5,000 files and in one of 50',
  async run({ runs: count, calls: scaled, workspace }) {
    const large = await roomWithScenes(workspace.folder('large'), 5000 - 14)
    const small = await roomWithScenes(workspace.folder('small'), 50 - 14)
    const [inLarge, inSmall] = [await checker(large), await checker(small)]
    const calls = scaled(400)
    // A server that has run for a moment: before, V8 still compiles, which is most of what the slowest calls take.
    await alternate({ subject: inLarge, baseline: inSmall }, { calls: scaled(2000), block: 20 })
    const times = { large: [] as number[], small: [] as number[] }
    const { cost } = large.room.workspace.vfs
    const files = (await large.room.workspace.vfs.snapshot()).files.length
    let looked = 0
    const runs = await countedRuns(count, async () => {
      const before = cost.looked
      const taken = await alternate({ subject: inLarge, baseline: inSmall }, { calls, block: 20 })
      times.large.push(...taken.subject)
      times.small.push(...taken.baseline)
      looked = (cost.looked - before) / calls
      return medians(taken)
    })
    await large.close()
    await small.close()
    const work = `${counted(calls)} checks a run and side through room_check_reply; quote, line and receipt verified`
    const measure = `evidence check in a workspace of ${counted(files)} vs 50 files, warm, p50`
    return [
      ratioFigure({ id: 'R6', measure, target: atMost(2), work }, compare(runs)),
      p99Of(times.large.slice(calls), times.small.slice(calls), looked),
    ]
  },
}

/** Reads a scene, so that there is a receipt; answers a function that checks a reply which cites it. */
async function checker(opened: BenchRoom): Promise<() => Promise<void>> {
  const { room, call } = opened
  const sessionId = mintId('chat', room.random)
  const turnId = mintId('turn', room.random)
  const { receiptId } = await runTool(room, {
    toolId: 'file_reader',
    args: { file_path: scene, start_line: sceneLine, end_line: sceneLine },
    requestedTool: undefined,
    nonce: null,
    surface: 'chat',
    sessionId,
    turnId,
    agentId: 'critic',
    signal: new AbortController().signal,
  })
  const text = `Green.\nEvidence: ${scene} line ${sceneLine}: "${sceneQuote}" receipt_id: ${receiptId}`
  return async () => {
    const { status, reason } = await call(roomCheckReply, { text, role: 'critic', sessionId })
    if (status !== 'accepted') throw new Error(`An honest reply was ${status}: ${reason}.`)
  }
}

function p99Of(times: readonly number[], small: readonly number[], looked: number): Figure {
  const value = quantile(times, 0.99)
  const target = atMost(5)
  return {
    id: 'R6',
    measure: 'evidence check in the large workspace, p99',
    subject: `${digits(quantile(times, 0.5))} ms p50`,
    baseline: '',
    value,
    unit: ' ms',
    target,
    met: isMet(value, target),
    work: `${counted(times.length)} checks; ${digits(looked)} folders and files looked at a check; p99 in the small one: ${digits(quantile(small, 0.99))} ms`,
  }
}
