import { expect, test } from 'vitest'
import { decisionProject } from './decision-project.ts'

const writable = ['default', 'till']

test('a decision belongs to the project of what it is made from, then to that of the repository', () => {
  expect(decisionProject({ given: 'room', ofRepository: 'till', shown: 'default', writable })).toBe('room')
  expect(decisionProject({ ofRepository: 'till', shown: 'default', writable })).toBe('till')
})

test('without a project of its own it belongs to the one that is shown, or to the first that may be written to', () => {
  expect(decisionProject({ shown: 'till', writable })).toBe('till')
  expect(decisionProject({ shown: 'read-only', writable })).toBe('default')
  expect(decisionProject({ shown: 'till', writable: [] })).toBe('')
})

test('no project is named before it is known whether the repository has one', () => {
  expect(decisionProject({ ofRepository: null, shown: 'till', writable })).toBe('')
})
