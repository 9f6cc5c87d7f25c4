import { call, decide, finalDecision, scene, sceneLine, sceneQuote } from '../../test/room/support/replies.ts'

const lines = (from: number) => ({ file_path: scene, start_line: from, end_line: from + 4 })

/** Three reads of a scene and the end of the gathering. */
export const threeReads = [
  call('file_reader', lines(sceneLine)),
  decide('file_reader', lines(1)),
  decide('file_reader', lines(6)),
  finalDecision,
]

/** An answer that holds whichever of the three receipts was shown first. */
export const grounded = `Her eyes are green here.\n**Evidence:** ${scene} line ${sceneLine}: "${sceneQuote}" receipt_id: {{receipt:1}}`

export const question = 'What color are her eyes on the causeway?'
