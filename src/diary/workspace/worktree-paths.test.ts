import { describe, expect, it } from 'vitest'
import { worktreeIn } from './project-key.ts'

describe('The repository of a worktree that is gone', () => {
  it.each([
    ['/srv/ledger/.worktrees/fix', '/srv/ledger', '/srv/ledger/.worktrees/fix'],
    ['/srv/ledger/.worktrees/fix/src/deep', '/srv/ledger', '/srv/ledger/.worktrees/fix'],
    ['/srv/ledger/.claude/worktrees/fix', '/srv/ledger', '/srv/ledger/.claude/worktrees/fix'],
    ['/srv/ledger/.conductor/lisbon', '/srv/ledger', '/srv/ledger/.conductor/lisbon'],
    ['/srv/ledger-worktrees/fix', '/srv/ledger', '/srv/ledger-worktrees/fix'],
    ['/srv/ledger__worktrees/fix', '/srv/ledger', '/srv/ledger__worktrees/fix'],
    ['/srv/ledger.worktrees/fix/src', '/srv/ledger', '/srv/ledger.worktrees/fix'],
    [
      '/home/al/.codex/worktrees/3f2a/ledger/src',
      '/home/al/.codex/worktrees/ledger',
      '/home/al/.codex/worktrees/3f2a/ledger',
    ],
    [
      '/Users/bo/.codex/worktrees/91bc/ledger',
      '/Users/bo/.codex/worktrees/ledger',
      '/Users/bo/.codex/worktrees/91bc/ledger',
    ],
    [
      '/home/al/.cursor/worktrees/ledger/x7',
      '/home/al/.cursor/worktrees/ledger',
      '/home/al/.cursor/worktrees/ledger/x7',
    ],
    [
      '/Users/bo/.claude-worktrees/ledger/calm-sea',
      '/Users/bo/.claude-worktrees/ledger',
      '/Users/bo/.claude-worktrees/ledger/calm-sea',
    ],
    [
      '/Users/bo/conductor/workspaces/ledger/oslo',
      '/Users/bo/conductor/workspaces/ledger',
      '/Users/bo/conductor/workspaces/ledger/oslo',
    ],
    [
      '/var/tmp/vibe-kanban/worktrees/a1-fix/ledger',
      '/var/tmp/vibe-kanban/worktrees/ledger',
      '/var/tmp/vibe-kanban/worktrees/a1-fix/ledger',
    ],
    ['C:/code/ledger/.worktrees/fix', 'C:/code/ledger', 'C:/code/ledger/.worktrees/fix'],
  ])('the repository of the gone worktree %s is that of %s', (path, repository, top) => {
    expect(worktreeIn(path, '/home/al')).toEqual({ repository, top })
  })

  it.each([
    '/srv/ledger',
    '/srv/ledger/.worktrees',
    '/srv/ledger/.worktrees/',
    '/srv/ledger/worktrees/fix',
    '/home/al/.worktrees/fix',
    '/home/al/.claude/worktrees/fix',
    '/home/al/.codex/worktrees/3f2a',
    '/srv/-worktrees/fix',
    '/.worktrees/fix',
    '',
  ])('%s is not a worktree', path => {
    expect(worktreeIn(path, '/home/al')).toBeNull()
  })
})
