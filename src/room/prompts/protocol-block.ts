/** What the model may answer in a step where a tool can be called. */
export interface ProtocolStep {
  allowedTools: readonly string[]
  stepsLeft: number
  required: boolean
  /** The tool pass of a round only gathers. */
  phase1: boolean
  nonce: string
}

/** The last block of a step, so that no data is the last word. */
export function protocolBlock({ allowedTools, stepsLeft, required, phase1, nonce }: ProtocolStep): string {
  return [
    'Tool Call Protocol (STRICT JSON ONLY)',
    'To call a tool, answer with exactly one JSON object and nothing else: no prose, no fence, no second object.',
    '{"tool":"<id>","args":{…},"nonce":"<the nonce below>"}',
    `Allowed tools: ${allowedTools.join(', ')}. Calls left: ${stepsLeft}.`,
    ...(required ? ['TOOL_CALL_REQUIRED: true'] : [withoutTool(phase1)]),
    `TOOL_NONCE: ${nonce}`,
  ].join('\n')
}

/** What follows a result while another call is possible. */
export function decisionBlock(
  { allowedTools, stepsLeft, nonce }: Omit<ProtocolStep, 'required' | 'phase1'>,
  bytesLeft: number,
): string {
  return [
    `Calls left: ${stepsLeft}. Bytes of results left: ${bytesLeft}. Allowed tools: ${allowedTools.join(', ')}.`,
    'Answer with exactly one JSON object and nothing else, one of:',
    '{"action":"tool","tool":"<id>","args":{…},"nonce":"<the nonce below>"}',
    '{"action":"final","nonce":"<the nonce below>"}',
    `TOOL_NONCE: ${nonce}`,
  ].join('\n')
}

function withoutTool(phase1: boolean): string {
  return phase1
    ? 'In this pass data is only gathered; nobody reads prose. If no tool is needed, answer with NO_TOOLS_NEEDED.'
    : 'If no tool is needed, answer in prose that does not begin with {.'
}
