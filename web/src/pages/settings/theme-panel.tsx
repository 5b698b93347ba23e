import { THEMES, type Theme } from '../../shell/theme-choice.ts'
import { useTheme } from '../../shell/theme-switch.tsx'
import { Panel } from '../../ui/panel.tsx'

const WORDS: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}

export function ThemePanel() {
  const [chosen, chooseTheme] = useTheme()
  return (
    <Panel title="Theme" description="Saved in this browser." className="print:hidden">
      <fieldset>
        <legend className="sr-only">Theme</legend>
        <div className="flex flex-wrap gap-2">
          {THEMES.map(theme => (
            <label
              key={theme}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg border border-rule px-4 py-2 text-sm font-medium hover:border-edge has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                checked={theme === chosen}
                onChange={() => chooseTheme(theme)}
                className="size-4 accent-accent outline-none"
              />
              {WORDS[theme]}
            </label>
          ))}
        </div>
      </fieldset>
    </Panel>
  )
}
