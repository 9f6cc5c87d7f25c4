import { expect, it } from 'vitest'
import { nameInKey, withDistinctLabels } from './project-labels.ts'

const known = [
  { project_keys: ['a1', 'a2'], label: 'shop/api' },
  { project_keys: ['b1'], label: 'bank/api' },
  { project_keys: ['c1'], label: 'work/web' },
]
const project = (project_key: string, project_label: string) => ({ project_key, project_label })

it('projects of one name have the names that Home gives them, the others keep theirs', () => {
  const report = { projects: [project('a2', 'api'), project('b1', 'api'), project('c1', 'web'), project('d1', 'api')] }
  expect(withDistinctLabels(report, known).projects.map(each => each.project_label)).toEqual([
    'shop/api',
    'bank/api',
    'web',
    'api',
  ])
})

it('a report whose names differ stays the same object', () => {
  const report = { projects: [project('a1', 'api'), project('c1', 'web')] }
  expect(withDistinctLabels(report, known)).toBe(report)
})

it('a project of which only its key is known is named without the hash in it', () => {
  expect(['cli-85e08f7c6804', 'sample-till-0123456789ab', 'cafe'].map(nameInKey)).toEqual([
    'cli',
    'sample-till',
    'cafe',
  ])
})
