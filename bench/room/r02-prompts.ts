import { atMost, digits, ratioFigure } from '../harness/figure.ts'
import { compare } from '../harness/runs.ts'
import { openConference } from './conference.ts'
import type { Measure } from './measure.ts'

export const r2: Measure = {
  id: 'R2',
  about: 'bytes of all prompts of round 20 beside round 1',
  async run({ workspace }) {
    const rounds = 20
    const { opened, totals, round } = await openConference(workspace.folder('prompts'), { rounds })
    const bytes: number[] = []
    for (let number = 0; number < rounds; number++) {
      const before = totals.promptBytes
      await round()
      bytes.push(totals.promptBytes - before)
    }
    await opened.close()
    const pair = { subject: bytes.at(-1) ?? Number.NaN, baseline: bytes[0] ?? Number.NaN }
    const show = (value: number) => `${digits(value)} B`
    const work = `${totals.calls / rounds} model calls a round; bytes are counted, so one run says it all`
    const measure = 'prompt bytes of round 20 vs round 1, same prompt and buffer'
    return [ratioFigure({ id: 'R2', measure, target: atMost(1.02), work, show }, compare([pair]))]
  },
}
