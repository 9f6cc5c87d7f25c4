import { formatNumber } from '../../../../src/kernel/numbers.ts'
import './context.css'
import { kindOf, type Section, sectionName, shareOf } from '../../state/context/sections.ts'

interface Props {
  sections: readonly Section[]
  estimate: number
  budget: number | undefined
}

/** The block's tokens by section, against the budget. The outline says the same in words. */
export function TokenBar({ sections, estimate, budget }: Props) {
  const whole = Math.max(estimate, budget ?? 0)
  return (
    <div aria-hidden="true">
      <div className="token-parts flex gap-2">
        {sections.map(({ name, estimatedTokens }) => (
          <span
            key={name}
            className={`token-part kind-${kindOf(name)}`}
            style={{ flexGrow: estimatedTokens }}
            title={`${sectionName(name)}: about ${formatNumber(estimatedTokens)} tokens, ${shareOf(estimatedTokens, estimate)} %`}
          />
        ))}
        {whole > estimate && <span className="token-rest bg-hover" style={{ flexGrow: whole - estimate }} />}
      </div>
    </div>
  )
}
