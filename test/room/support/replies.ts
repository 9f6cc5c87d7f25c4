/** A scene of the sample and a line of it. */
export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
export const sceneLine = 17
export const sceneQuote = 'Ines pushed the hair out of her green eyes'

/** A reply that calls a tool in the first step. */
export function call(tool: string, args: object, nonce = '{{nonce}}'): string {
  return JSON.stringify({ tool, args, nonce })
}

/** A reply that calls another tool after a result. */
export function decide(tool: string, args: object, nonce = '{{nonce}}'): string {
  return JSON.stringify({ action: 'tool', tool, args, nonce })
}

/** A reply that wants no more tools. */
export const finalDecision = JSON.stringify({ action: 'final', nonce: '{{nonce}}' })
