import { atMost, type Figure, isMet } from '../harness/figure.ts'
import { openConference } from './conference.ts'
import type { Measure } from './measure.ts'
import { grounded, question, threeReads } from './replies.ts'
import { noCalls, stubModel } from './stub-model.ts'

export const r1: Measure = {
  id: 'R1',
  about: 'tool runs of a round of six agents beside six agents who read for themselves',
  async run({ workspace }) {
    const { opened, id, round } = await openConference(workspace.folder('executions'), { rounds: 1 })
    await round()
    const shared = (await opened.room.audit.receiptsOf(id)).length
    let alone = 0
    for (const agent of opened.agents) {
      opened.setModel(agent.id, stubModel([...threeReads, grounded], noCalls()))
      const { receipts } = await opened.turn(agent, question, { requireTool: true })
      alone += receipts.length
    }
    await opened.close()
    const target = atMost(3 / 18)
    const value = shared / alone
    const figure: Figure = {
      id: 'R1',
      measure: 'tool executions of a 6-agent round with 3 calls vs each for itself',
      subject: `${shared} runs`,
      baseline: `${alone} runs`,
      value,
      unit: '×',
      target: { ...target, value: 0.1667 },
      met: isMet(value, target) && shared === 3 && alone === 18,
      work: 'receipts in the log of the round and of six chats; the target is 3/18 exactly',
    }
    return [figure]
  },
}
