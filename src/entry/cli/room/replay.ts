import type { z } from 'zod'
import { roomConferenceReplay } from '../../../room/conference/operations.ts'
import { counted } from '../diary/words.ts'
import { visible } from '../visible.ts'
import type { RoomVerb } from './verb.ts'
import { facts } from './words.ts'

export const replay: RoomVerb<[conference: string], object, z.output<typeof roomConferenceReplay.output>> = {
  usage: 'replay <conference>',
  summary:
    'run the engine again on the recorded replies and compare every verdict and receipt; exit code 1 if one differs',
  examples: ['replay conf_…', 'replay conf_… --json'],
  ask: ({ call }, _, id) => call(roomConferenceReplay, { id }),
  show({ reproduced, rounds, turns, replies, receipts, mismatch, changedFiles, promptsChanged }, page) {
    const { green, red } = page.colors
    const what = [counted(rounds, 'round'), counted(turns, 'turn'), `${replies} replies`, counted(receipts, 'receipt')]
    page.line(`${reproduced ? green('reproduced') : red('differs')}  ${what.join(', ')}`)
    if (mismatch) {
      facts(page, [
        ['round', String(mismatch.round)],
        ['turn', mismatch.turnId],
        ['agent', mismatch.agentId],
        ['what', mismatch.what],
        ['recorded', mismatch.recorded],
        ['replayed', mismatch.replayed],
      ])
    }
    if (changedFiles.length > 0) page.note(`Changed since then: ${visible(changedFiles.join(', '))}`)
    if (promptsChanged > 0) page.note(`${counted(promptsChanged, 'prompt')} would be worded differently now.`)
  },
  exit: ({ reproduced }) => (reproduced ? 0 : 1),
}
