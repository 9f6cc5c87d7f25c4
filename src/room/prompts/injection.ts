import { dataBlock } from './data-block.ts'

/** One result of the round as it is shown to every participant. */
export interface BufferedResult {
  receiptId: string
  toolId: string
  ok: boolean
  errorCode?: string
  /** Already rendered and cut to its share. */
  text: string
}

/** The data of a round and how to take part in it. */
export function injectionBlock(roleLabel: string, results: readonly BufferedResult[], border?: () => string): string {
  const sentence = `The following data was retrieved for this discussion. You are ${roleLabel}. If this is relevant to your expertise, provide your perspective. If not, respond with only: ABSTAIN`
  if (results.length === 0) return `${sentence}\n\nNo data was gathered in this round.`
  return [sentence, ...results.map(result => resultBlock(result, border))].join('\n\n')
}

export function resultBlock({ receiptId, toolId, ok, errorCode, text }: BufferedResult, border?: () => string): string {
  const state = ok ? 'ok' : `Tool error: ${errorCode ?? 'internal'}`
  return dataBlock(toolId, [`receipt_id: ${receiptId}`, state, text].join('\n'), border)
}

/** How many bytes each result may take of what all may take together; what one leaves is passed on in order. */
export function fairShares(sizes: readonly number[], each: number, together: number): number[] {
  const share = sizes.length === 0 ? 0 : Math.floor(together / sizes.length)
  let spare = 0
  return sizes.map(size => {
    const most = Math.min(each, share + spare)
    const taken = Math.min(size, most)
    spare = share + spare - taken
    return most
  })
}
