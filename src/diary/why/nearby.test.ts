import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { branchesOf } from './branches.ts'
import { gitIn } from './git.ts'
import { type BranchTurn, onlyWorkOnBranch } from './nearby.ts'

const hour = 3600_000
const committed = 100 * hour
const turn = (session: string, ago: number, lasted = 0): BranchTurn => ({
  ...{ turn: ago, session, at: committed - ago * hour },
  lastAt: committed - (ago - lasted) * hour,
})

it('the only session on the branch of a commit is named by its last turn, unless it was long before', () => {
  expect(onlyWorkOnBranch([turn('a', 9), turn('a', 3, 1)], [], committed)).toEqual({
    ...{ session: 'a', turn: 3, files: [], agoMs: 2 * hour },
  })
  expect(onlyWorkOnBranch([turn('a', 13)], [], committed)).toBeNull()
  expect(onlyWorkOnBranch([turn('a', -1)], [], committed)).toBeNull()
})

it('a second session on the branch within a day, or one that changed the files meanwhile, leaves it open', () => {
  expect(onlyWorkOnBranch([turn('a', 3), turn('b', 20)], [], committed)).toBeNull()
  expect(onlyWorkOnBranch([turn('a', 3), turn('b', 30)], [], committed)).toMatchObject({ session: 'a' })
  const touch = (ago: number) => ({ turn: 7, session: 'b', at: committed - ago * hour, path: 'a.ts' })
  expect(onlyWorkOnBranch([turn('a', 3)], [touch(1)], committed)).toBeNull()
  expect(onlyWorkOnBranch([turn('a', 3)], [touch(5)], committed)).toMatchObject({ session: 'a' })
})

it('the branch of a commit is the one that was merged with it, else one that has it, and never the main line', async () => {
  const folder = tempHome()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args])
      .toString()
      .trim()
  const commit = (subject: string) => {
    git('commit', '-q', '--allow-empty', '-m', subject)
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q', '-b', 'main')
  const first = commit('Begin')
  git('checkout', '-q', '-b', 'ada/rounding')
  const merged = commit('Round half to even')
  git('checkout', '-q', '-b', 'ada/rounding-tests')
  const nested = commit('Test rounding')
  git('checkout', '-q', 'ada/rounding')
  git('merge', '-q', '--no-ff', '-m', "Merge branch 'ada/rounding-tests' into ada/rounding", 'ada/rounding-tests')
  git('checkout', '-q', 'main')
  commit('Meanwhile')
  git('merge', '-q', '--no-ff', '-m', 'Merge pull request #7 from ledger/ada/rounding', 'ada/rounding')
  git('branch', '-q', '-D', 'ada/rounding', 'ada/rounding-tests')
  git('checkout', '-q', '-b', 'bob/open')
  const open = commit('Not merged yet')
  git('checkout', '-q', 'main')

  const found = async (hash: string) => [...(await branchesOf(gitIn(folder), hash))]
  expect(await found(first)).toEqual([])
  expect(await found(merged)).toEqual(['ada/rounding'])
  expect(await found(nested)).toEqual(['ada/rounding', 'ada/rounding-tests'])
  expect(await found(open)).toEqual(['bob/open'])
  expect(await found(git('rev-parse', 'main'))).toEqual([])
  expect(await found('0'.repeat(40))).toEqual([])
})
