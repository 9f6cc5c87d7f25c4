import { it } from 'vitest'
import { expectCutSeen, expectDamageSeen } from './broken-rollouts.ts'

it('a compressed rollout with any byte changed is unreadable or still the same', () => expectDamageSeen(1))

it('a compressed rollout cut off at any byte is unreadable', () => expectCutSeen(1))
