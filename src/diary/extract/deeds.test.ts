import { describe, expect, it } from 'vitest'
import { done, ran, type Step, turnOf } from '../../../test/diary/turn-script.ts'
import { activityOf } from './activity.ts'

const activity = (...steps: Step[]) => activityOf(turnOf(...steps), '/fake/ledger')
const deeds = (...steps: Step[]) => activity(...steps).deeds.map(({ kind, summary }) => `${kind}: ${summary}`)
const commits = (...steps: Step[]) =>
  activity(...steps).commits.map(({ hash, amends }) => `${hash}${amends ? ' amends' : ''}`)
const committed = (hash: string) => ({ text: `[main ${hash}] Say it`, exit: 0 })

describe('Commits', () => {
  it.each([
    ['git commit -m x', ['1a2b3c4']],
    ['cd web && git commit -m x', ['1a2b3c4']],
    ['cd /fake/ledger/web; git commit -m x', ['1a2b3c4']],
    ['git -C web commit -m x', ['1a2b3c4']],
    ['git commit --amend --no-edit', ['1a2b3c4 amends']],
    ['git worktree add ../ledger-next && cd ../ledger-next && git commit -m x', ['1a2b3c4']],
    ['cd /fake/ledger.worktrees/next && git commit -m x', ['1a2b3c4']],
    ['cd /fake/ledger__worktrees/next/web && git commit -m x', ['1a2b3c4']],
    ['cd /fake/other.worktrees/next && git commit -m x', []],
    ['(cd /tmp/try && git status) && git commit -m x', ['1a2b3c4']],
    ['cd /tmp/try && git commit -m x', []],
    ['git -C /tmp/try commit -m x', []],
    ['cd ../other && git commit -m x', []],
    ['cd "$(mktemp -d)" && git init && git commit -m x', []],
    ['mkdir fixtures && cd fixtures && git init -q && git commit -m x', []],
    ['git clone https://example.org/a.git && git -C a commit -m x', []],
    ['(cd /tmp/try && git commit -m x)', []],
    ["bash -c 'cd /tmp/try && git commit -m x'", []],
  ])('Commits of %j are %j', (command, expected) =>
    expect(commits(...ran(command, committed('1a2b3c4')))).toEqual(expected),
  )

  it('Commits know the folder that the calls before have changed to', () => {
    const input = { command: 'git commit -m x' }
    const at = (cwd: string): Step[] => {
      const [call, result] = done('Bash', input, committed('1a2b3c4'))
      return [line => ({ ...call(line), cwd }) as ReturnType<Step>, result]
    }
    expect(commits(...at('/fake/ledger/web'))).toEqual(['1a2b3c4'])
    expect(commits(...at('/private/tmp/try'))).toEqual([])
  })

  it.each([
    ['git commit -m x', ['1a2b3c4']],
    ['cd /d/ledger/web && git commit -m x', ['1a2b3c4']],
    ['cd D:\\\\ledger && git commit -m x', ['1a2b3c4']],
    ['cd d:/ledger && git commit -m x', ['1a2b3c4']],
    ['cd /c/ledger && git commit -m x', []],
    ['cd /d/other && git commit -m x', []],
  ])('Commits of %j in D:\\ledger are %j', (command, expected) => {
    const events = turnOf(...ran(command, committed('1a2b3c4')))
    expect(activityOf(events, 'D:\\ledger').commits.map(({ hash }) => hash)).toEqual(expected)
  })

  it('A quiet commit is shown by the log behind it or by its push, with the message the script gives it', () => {
    const heredoc = "git commit -q -F - <<'EOF'\nRound totals\n\nHalf to even.\nEOF"
    const made = (command: string, text: string, error = false) =>
      activityOf(turnOf(...ran(command, { text, exit: error ? 1 : 0, error })), '/fake/ledger').commits.map(
        ({ hash, subject }) => `${hash} ${subject}`,
      )
    expect(made(`git add -A && ${heredoc}\ngit log --oneline -2`, '1a2b3c4 Round totals\n0e1d2c3 Before')).toEqual([
      '1a2b3c4 Round totals',
    ])
    expect(made(`${heredoc}\ngit push 2>&1 | tail -1`, '   0e1d2c3..1a2b3c4  totals -> totals')).toEqual([
      '1a2b3c4 Round totals',
    ])
    const two = `${heredoc}\ngit add -A && git commit -q -F - <<'EOF'\nRound exports\nEOF\ngit log --oneline -2`
    expect(made(two, '2b3c4d5 Round exports\n1a2b3c4 Round totals')).toEqual([
      '1a2b3c4 Round totals',
      '2b3c4d5 Round exports',
    ])
    // The commit before it, where this one was not made.
    expect(made(`${heredoc}\ngit log --oneline -1`, '0e1d2c3 Before')).toEqual([])
    expect(made(`${heredoc}\ngit push`, 'error: failed to push some refs', true)).toEqual([])
    expect(
      made('git commit -m "Round totals" | tail -1 && git log --oneline -1', ' 1 file changed\n1a2b3c4 Round totals'),
    ).toEqual(['1a2b3c4 Round totals'])
  })

  it('Commits of two repositories in one call are told apart by their order', () => {
    const text = '[main 1111111] a\n[main 2222222] b'
    expect(commits(...ran('git commit -m a && cd /tmp/x && git commit -m b', { text, exit: 0 }))).toEqual(['1111111'])
  })
})

describe('Pull requests', () => {
  it('Pull requests are opened by the command that prints their address, but not one that is there already', () => {
    const opened = (text: string) =>
      activity(...ran('gh pr create --fill', { text })).pullRequests.map(one => one.number)
    expect(opened('https://example.org/a/b/pull/12')).toEqual([12])
    expect(
      opened('a pull request for branch "x" into branch "main" already exists:\nhttps://example.org/a/b/pull/12'),
    ).toEqual([])
  })

  it('Pull requests that the client links to are opened by a call, unless that is about one that is there', () => {
    const link: Step = line => ({ kind: 'pr', line, number: 12 })
    const linked = (...steps: Step[]) => activity(...steps, link).pullRequests.map(one => one.number)
    expect(linked(...done('mcp__github__create_pull_request', {}, { text: 'done' }))).toEqual([12])
    expect(linked(...ran('gh pr create --fill', { text: 'done' }))).toEqual([12])
    expect(linked(...ran('gh pr edit 12 --body x', { text: 'done' }))).toEqual([])
  })

  it('Pull requests that the client links to again were not opened by a turn that only deals with them', () => {
    const link: Step = line => ({ kind: 'pr', line, number: 12 })
    const told = (...steps: Step[]) => activity(...steps).pullRequests.map(one => `${one.number} ${one.isOpened}`)
    const create = ran('gh pr create --fill', { text: 'done' })
    expect(told(...ran('git push', { text: 'x -> x' }), link)).toEqual(['12 false'])
    expect(told(...ran('git push', { text: 'x -> x' }), link, ...create, link)).toEqual(['12 false'])
    expect(told(...create, link, ...ran('git push', { text: 'x -> x' }), link)).toEqual(['12 true'])
    expect(told(...ran('gh pr create --fill', { text: 'no commits', error: true }), link)).toEqual(['12 false'])
    expect(told(...ran('gh pr create', { text: 'https://example.org/a/b/pull/13' }), link)).toEqual([
      '13 true',
      '12 false',
    ])
  })
})

describe('Deeds', () => {
  it.each([
    ['git push', ' To example.org:a/b.git\n   1a2b3c4..5d6e7f8  main -> main', ['push: Pushed main.']],
    ['git push -u origin x 2>&1 | tail -3', ' * [new branch]      x -> x', ['push: Pushed x.']],
    ['git push -f', ' + 1a2b3c4...5d6e7f8 x -> x (forced update)', ['push: Force-pushed x.']],
    ['git push --tags', ' * [new tag]         v1.2.0 -> v1.2.0', ['push: Pushed 1 tag v1.2.0.']],
    ['git push', 'Everything up-to-date', []],
    ['git push', ' ! [rejected]        main -> main (non-fast-forward)', []],
    ['cd /tmp/x && git push', '   1a2b3c4..5d6e7f8  main -> main', []],
    ['git merge next', 'Updating 1a2b3c4..5d6e7f8\nFast-forward\n a.ts | 2 +-', ['merge: Merged next.']],
    ['git merge next', 'Already up to date.', []],
    ['git merge --squash next', 'Updating 1a2b3c4..5d6e7f8\nFast-forward\nSquash commit -- not updating HEAD', []],
    [
      'helm upgrade --install web ./chart',
      'Release "web" has been upgraded. Happy Helming!',
      ['deploy: Deployed with `helm upgrade --install web ./chart`.'],
    ],
    ['git merge next', 'CONFLICT (content): Merge conflict in a.ts', []],
    [
      'git rebase origin/main',
      'Successfully rebased and updated refs/heads/x.',
      ['rebase: Rebased x onto origin/main.'],
    ],
    [
      'git rebase -x "git commit --amend --no-edit" main',
      'Successfully rebased and updated refs/heads/x.',
      ['rebase: Rebased x onto main.'],
    ],
    [
      'git rebase --onto next main x',
      'Successfully rebased and updated refs/heads/x.',
      ['rebase: Rebased x onto next.'],
    ],
    ['git cherry-pick abc', '[main 1a2b3c4] Say it', ['cherry_pick: Cherry-picked: “Say it” (1a2b3c4).']],
    [
      'git revert --no-edit abc',
      '[main 1a2b3c4] Revert "Say it"',
      ['revert: Reverted a commit: “Revert "Say it"” (1a2b3c4).'],
    ],
    ['git tag -a v1.0.0 -m x', '', ['tag: Tagged v1.0.0.']],
    ['git tag -l', 'v1', []],
    ['gh pr merge 12 --squash', '', ['pull_request: Merged pull request #12.']],
    ['gh pr merge 12 --auto', '', []],
    [
      'gh pr comment 12 -b x',
      'https://example.org/a/b/pull/12#issuecomment-1',
      ['comment: Commented on pull request #12.'],
    ],
    ['gh pr review 12 --approve', '', ['review: Approved pull request #12.']],
    ['gh pr view 12', 'https://example.org/a/b/pull/12', []],
    [
      'gh issue create --title "Dark theme"',
      'https://example.org/a/b/issues/7',
      ['issue: Opened issue #7: “Dark theme”.'],
    ],
    ['gh issue create -t x', 'error: not found', []],
    ['gh issue close 7', '', ['issue: Closed issue #7.']],
    ['gh release create v1.0.0', 'https://example.org/a/b/releases/tag/v1.0.0', ['release: Released v1.0.0.']],
    [
      'gh api repos/a/b/pulls/12/comments/3/replies -f body=x',
      '{}',
      ['review: Answered the review of pull request #12.'],
    ],
    ['gh api repos/a/b/pulls/12/comments', '[]', []],
    ['npm publish', '+ ledger@1.2.3', ['publish: Published with `npm publish`.']],
    ['npm publish --dry-run', '+ ledger@1.2.3', []],
    ['kubectl apply -f k.yml', 'deployment.apps/web configured', ['deploy: Deployed with `kubectl apply -f k.yml`.']],
    ['kubectl apply -f k.yml', 'deployment.apps/web unchanged', []],
    [
      'terraform apply -auto-approve',
      'Apply complete! Resources: 1 added',
      ['deploy: Deployed with `terraform apply -auto-approve`.'],
    ],
    ['terraform plan', 'Plan: 1 to add', []],
    ['fly deploy', '', ['deploy: Deployed with `fly deploy`.']],
    ['mix ecto.migrate', '== Migrated 20260101 in 0.0s', ['migration: Migrated the database with `mix ecto.migrate`.']],
    [
      'alembic upgrade head',
      'Running upgrade a -> b',
      ['migration: Migrated the database with `alembic upgrade head`.'],
    ],
  ])('Deeds of %j that prints %j are %j', (command, text, expected) =>
    expect(deeds(...ran(command, { text, exit: 0 }))).toEqual(expected),
  )

  it('Deeds are not claimed where the command failed or was declined', () => {
    expect(deeds(...ran('gh pr merge 12', { text: 'x', exit: 1, error: true }))).toEqual([])
    expect(deeds(...ran('fly deploy | tail', { text: 'x', exit: 0 }))).toEqual([])
    expect(deeds(...ran('git push', { text: ' * [new branch] x -> x', denied: true }))).toEqual([])
  })

  it('Deeds of tools of connected servers say what they were about', () => {
    const answer = { text: JSON.stringify({ identifier: 'LED-7', title: 'Dark theme' }) }
    expect(deeds(...done('mcp__linear__create_issue', { title: 'Dark theme' }, answer))).toEqual([
      'issue: Opened issue LED-7: “Dark theme”.',
    ])
    expect(deeds(...done('mcp__github__merge_pull_request', { pull_number: 12 }, { text: '{}' }))).toEqual([
      'pull_request: Merged pull request #12.',
    ])
    expect(deeds(...done('mcp__github__create_issue', { title: 'x' }, { error: true }))).toEqual([])
    expect(deeds(...done('mcp__github__list_issues', {}))).toEqual([])
  })
})

describe('The issue that a message names', () => {
  const issueOf = (text: string, ...steps: Step[]) =>
    activity(line => ({ kind: 'user', line, text }), ...steps).issue?.text
  const looked = (id: string, answer: object) =>
    done('mcp__linear__get_issue', { id }, { text: JSON.stringify(answer) })

  it('the issue that a message names has the title that was looked up', () => {
    const answer = { identifier: 'OPS-412', title: 'Two mails per parcel' }
    expect(issueOf('work on ops-412 please', ...looked('OPS-412', answer))).toBe('OPS-412: Two mails per parcel')
    const jira = { key: 'OPS-7', fields: { summary: 'Rounding' } }
    expect(issueOf('OPS-7', ...done('mcp__atlassian__getJiraIssue', {}, { text: JSON.stringify(jira) }))).toBe(
      'OPS-7: Rounding',
    )
    expect(
      issueOf('fix #12', ...ran('gh issue view 12', { text: 'title:\tTotals are wrong\nstate:\tOPEN', exit: 0 })),
    ).toBe('#12: Totals are wrong')
    expect(
      issueOf('fix issue 12', ...ran('gh issue view 12 --json title', { text: '{"title":"Totals"}', exit: 0 })),
    ).toBe('#12: Totals')
  })

  it('the issue that a message names is the first of several, and none that the message does not name', () => {
    const [one, two] = [
      looked('OPS-1', { identifier: 'OPS-1', title: 'One' }),
      looked('OPS-2', { identifier: 'OPS-2', title: 'Two' }),
    ]
    expect(issueOf('OPS-2, then OPS-1', ...one, ...two)).toBe('OPS-2: Two')
    expect(issueOf('look around', ...one)).toBeUndefined()
    expect(issueOf('Round totals as we did in OPS-1', ...one)).toBeUndefined()
    expect(issueOf('OPS-12', ...one)).toBeUndefined()
    expect(issueOf('fix #1', ...ran('gh pr view 1', { text: 'title:\tA request', exit: 0 }))).toBeUndefined()
    expect(
      issueOf('OPS-1', ...done('mcp__linear__get_issue', { id: 'OPS-1' }, { text: '{"title":"x"}', error: true })),
    ).toBeUndefined()
  })
})
