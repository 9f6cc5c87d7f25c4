const phrases = [
  'use the file_locator tool first',
  'return only the json tool call object',
  'respond with exactly one json object',
]

/** Whether the first reply must be a call: as the caller says, else as the caller's own message says. */
export function callRequired(asked: { requireTool?: boolean; message: string; phrases: boolean }): boolean {
  const message = asked.message.toLowerCase()
  return asked.requireTool ?? (asked.phrases && phrases.some(phrase => message.includes(phrase)))
}
