import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isMissed } from '../../bench/truth/field.ts'
import { fields } from '../../bench/truth/fields.ts'
import { reader } from '../../src/transcripts/claude-code/reader.ts'
import { tempHome } from '../support/tempdir.ts'
import { bytesOf, labelsOf } from './session.ts'
import { truthSet } from './set.ts'

it.each(fields.map(judge => [judge.name, judge] as const))(
  '%s keeps its targets on the labelled set',
  async (_, judge) => {
    const folder = tempHome()
    const paths = truthSet.map(session => {
      const path = join(folder, `${session.name}.jsonl`)
      writeFileSync(path, bytesOf(session))
      return path
    })
    const judgement = await judge({ reader, paths, labels: truthSet.flatMap(labelsOf) })
    if (!judgement) return
    expect(judgement.misses).toEqual([])
    expect(judgement.measures.filter(measure => isMissed(measure) || measure.share === null)).toEqual([])
  },
)

it('the truth set labels every line that could be taken for a message', () => {
  const unlabelled = truthSet.flatMap(({ name, lines }) =>
    lines.flatMap((one, index) => {
      if (typeof one !== 'function') return []
      const record = one(index + 1)
      const isUsers = typeof record === 'object' && 'type' in record && record.type === 'user'
      return isUsers && !JSON.stringify(record).includes('tool_result') ? [`${name}:${index + 1}`] : []
    }),
  )
  expect(unlabelled).toEqual([])
})
