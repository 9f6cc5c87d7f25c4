import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type Theme, themes, useTheme } from '../state/theme.ts'

const looks = {
  system: { icon: Monitor, label: 'System theme' },
  light: { icon: Sun, label: 'Light theme' },
  dark: { icon: Moon, label: 'Dark theme' },
} satisfies { [theme in Theme]: unknown }

export function ThemeToggle() {
  const current = useTheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in a row of three icons
    <div className="segmented" role="group" aria-label="Theme">
      {themes.map(theme => {
        const { icon: Icon, label } = looks[theme]
        return (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === current}
            aria-label={label}
            title={label}
            onClick={() => chooseTheme(theme)}
          >
            <Icon aria-hidden="true" />
          </button>
        )
      })}
    </div>
  )
}
