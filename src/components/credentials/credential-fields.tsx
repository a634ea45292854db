import { ROLES, type Role } from '#contract/jobs.ts';
import { Field } from '#src/components/form/field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Select, type Option } from '#src/components/ui/select.tsx';

export const DAY_S = 86_400;
/** How long a token or key may live. */
const LIVES: readonly Option[] = [
  { value: String(DAY_S), label: '1 day' },
  { value: String(7 * DAY_S), label: '7 days' },
  { value: String(30 * DAY_S), label: '30 days' },
  { value: String(90 * DAY_S), label: '90 days' },
  { value: String(365 * DAY_S), label: '1 year' },
];
const FOR_EVER = 'never';
const OWN_ROLE = 'own';

export function NameField({ hint, placeholder }: { hint: string; placeholder: string }) {
  return (
    <Field name="name" label="Name" hint={hint}>
      {(control) => <Input autoComplete="off" placeholder={placeholder} {...control} />}
    </Field>
  );
}

/** Seconds until it ends; null, where it may live for ever. */
export function LifeField({ mayBeForEver = false }: { mayBeForEver?: boolean }) {
  return (
    <Field name="expires_in_seconds" label="Ends after">
      {({ value, onChange, ...control }) => (
        <Select
          {...control}
          value={value === null ? FOR_EVER : String(value)}
          options={mayBeForEver ? [...LIVES, { value: FOR_EVER, label: 'never' }] : LIVES}
          onValueChange={(life) => onChange(life === FOR_EVER ? null : Number(life))}
        />
      )}
    </Field>
  );
}

/** A role below the person's own that it is held to; null: as much as the person may. */
export function RoleCapField({ highest }: { highest: Role }) {
  return (
    <Field name="role_cap" label="May do">
      {({ value, onChange, ...control }) => (
        <Select
          {...control}
          value={(value as Role | null) ?? OWN_ROLE}
          options={[
            { value: OWN_ROLE, label: 'as much as I may' },
            ...ROLES.slice(0, ROLES.indexOf(highest)).map((role) => ({
              value: role,
              label: `at most ${role}`,
            })),
          ]}
          onValueChange={(role) => onChange(role === OWN_ROLE ? null : role)}
        />
      )}
    </Field>
  );
}

export function CreateButtons({
  label,
  busy,
  onCancel,
}: {
  label: string;
  busy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="mt-1 flex justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
