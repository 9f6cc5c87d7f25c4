#!/bin/sh
# Makes a small git repository whose last commit holds what the agent of examples/transcripts/claude-code wrote.
set -eu
mkdir -p "$1/src" "$1/test"
cd "$1"
git init -q -b main
commit() {
  GIT_AUTHOR_DATE="$1" GIT_COMMITTER_DATE="$1" git -c user.name=Ada -c user.email=ada@example.org commit -q -m "$2"
}
cat > src/money.ts <<'END'
export function lineTotal(pencePerKg: number, grams: number): number {
  return Math.round((pencePerKg * grams) / 1000)
}
END
git add --all
commit 2025-02-01T10:00:00Z 'Add up a line'
cat > src/money.ts <<'END'
export function lineTotal(pencePerKg: number, grams: number): number {
  // Half a penny goes to the buyer, as it always has at this stall.
  const exact = (pencePerKg * grams) / 1000
  return exact < 0 ? -Math.floor(-exact + 0.5) : Math.ceil(exact - 0.5)
}
END
cat > test/money.test.ts <<'END'
import { expect, test } from 'vitest'
import { lineTotal } from '../src/money.ts'

test('the half penny goes to the buyer', () => {
  expect(lineTotal(3100, 125)).toBe(387)
})

test('so does that of a refund', () => {
  expect(lineTotal(3100, -125)).toBe(-388)
  expect(lineTotal(2650, -215)).toBe(-570)
})
END
git add --all
commit 2025-02-13T09:05:00Z 'Give the half penny to the buyer'
