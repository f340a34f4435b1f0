import { useId, type SyntheticEvent } from 'react';
import { cookieCategories, unconnected } from '../../contract/cookie-words.ts';
import { consentWords } from '../content/consent.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { everything, type Category } from './consent-choice.ts';
import styles from './choice-dialog.module.css';
import { pageSetting } from './page-setting.ts';

type ChoiceDialogProps = { granted: readonly Category[]; onDecide: (categories: readonly Category[]) => void; onClose: () => void };

const { dialog } = consentWords;

export function ChoiceDialog({ granted, onDecide, onClose }: ChoiceDialogProps) {
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ticked = new FormData(event.currentTarget).getAll('category');
    onDecide(everything.filter((category) => ticked.includes(category)));
  };
  return (
    <Dialog open onClose={onClose} title={dialog.title} fullScreenBelow="small">
      <form onSubmit={save}>
        <p className="quiet">{dialog.intro}</p>
        <div className={styles.categories}>
          {cookieCategories.map(({ key, title, text }) => (
            <CategoryRow
              key={key}
              name={key}
              title={title}
              text={key === 'necessary' || pageSetting(unconnected[key].setting) ? text : `${text} ${unconnected[key].text}`}
              always={key === 'necessary'}
              on={granted.some((one) => one === key)}
            />
          ))}
        </div>
        <div className={`stack gap-1 ${styles.actions}`}>
          <Button variant="outline" onClick={() => onDecide([])}>
            {dialog.reject}
          </Button>
          <Button variant="outline" onClick={() => onDecide(everything)}>
            {dialog.accept}
          </Button>
          <Button type="submit">{dialog.save}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type CategoryRowProps = { name: string; title: string; text: string; always: boolean; on: boolean };

function CategoryRow({ name, title, text, always, on }: CategoryRowProps) {
  const id = useId();
  return (
    <div className={styles.category}>
      <label className="strong" htmlFor={id}>
        {title}
      </label>
      <input
        id={id}
        className={styles.switch}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its checked state
        role="switch"
        name="category"
        value={name}
        defaultChecked={always || on}
        disabled={always}
        aria-describedby={`${id}-text`}
      />
      <p id={`${id}-text`} className={`small quiet ${styles.text}`}>
        {text}
      </p>
    </div>
  );
}
