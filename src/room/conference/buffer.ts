import type { Receipt } from '../../receipts/receipt.ts'
import type { Room } from '../room.ts'
import { cutTo } from '../text/cut.ts'
import type { Span } from '../tools/tool.ts'
import type { ToolOutcome } from '../turns/turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'

/** The receipts of one round, in the order the tools ran. */
export async function receiptsOfRound(room: Room, conferenceId: string, roundId: string): Promise<Receipt[]> {
  return (await room.audit.receiptsOf(conferenceId)).filter(({ round_id }) => round_id === roundId)
}

/** The buffer of a round made again after the process that filled it is gone: whole outputs, from their blobs. */
export async function rebuiltBuffer(room: Room, conferenceId: string, roundId: string): Promise<ToolOutcome[]> {
  const snapshot = await room.workspace.vfs.snapshot()
  const outcomes: ToolOutcome[] = []
  for (const receipt of await receiptsOfRound(room, conferenceId, roundId)) {
    const text = await room.audit.output(receipt.receipt_id)
    if (text !== undefined) outcomes.push(outcomeOf(receipt, text, snapshot))
  }
  return outcomes
}

function outcomeOf(receipt: Receipt, text: string, snapshot: Snapshot): ToolOutcome {
  const { receipt_id, tool_id, inputs, ok, error } = receipt
  return {
    receiptId: receipt_id,
    toolId: tool_id,
    args: inputs,
    ok,
    ...(error && { errorCode: error.code }),
    text,
    spans: spansOf(receipt, snapshot),
    // What a check did not find is known only to the run itself, so nothing is said to be absent on its account.
    wholeFiles: [],
  }
}

/** Receipts hold the lines a tool used, without its remarks on them. */
function spansOf({ file_refs }: Receipt, snapshot: Snapshot): Span[] {
  return file_refs.flatMap(({ path, start_line, excerpt }) => {
    const file = snapshot.files.find(each => each.path === path)
    const [line = ''] = excerpt.split(/\r\n|\n|\r/)
    const quote = cutTo(line.trim(), longestQuote)
    if (!file || start_line === undefined || [...quote].length < shortestQuote) return []
    return [{ path, start_line, end_line: start_line, quote, note: 'Read in this round', weight, class: file.class }]
  })
}

const longestQuote = 160
const shortestQuote = 8
const weight = 30
