import { siteLimits } from '@footnote/contract/site/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { callSite } from '../../api/call-site.ts'
import { billingQuery } from '../../api/queries.ts'
import { Field, INPUT } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { SettingForm } from './setting-form.tsx'
import { type Close, SettingPanel } from './setting-panel.tsx'

const { billingCharacters } = siteLimits

/** How receipts name the buyer. */
export function BillingPanel() {
  const { data, error, refetch } = useQuery(billingQuery)
  const isEmpty = data && data.name === '' && data.address === '' && data.tax_id === ''
  return (
    <SettingPanel
      title="Billing details"
      description="Shown on receipts as the buyer. Issued receipts keep the details they were issued with."
      edits={
        data
          ? [{ label: 'Edit billing details', form: close => <BillingForm close={close} /> }]
          : []
      }
    >
      {!data ? (
        error ? (
          <ErrorNotice error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-6 w-48" />
        )
      ) : isEmpty ? (
        <p className="text-sm text-quiet">None yet. Receipts show your email address.</p>
      ) : (
        <p className="text-sm whitespace-pre-line wrap-anywhere">
          {[data.name, data.address, data.tax_id && `Tax ID ${data.tax_id}`]
            .filter(Boolean)
            .join('\n')}
        </p>
      )}
    </SettingPanel>
  )
}

function BillingForm({ close }: { close: Close }) {
  const { data } = useQuery(billingQuery)
  const queryClient = useQueryClient()
  const addressId = useId()
  const form = useSiteForm({
    send: async values => {
      const body = {
        name: values('name').trim(),
        address: values('address').replaceAll('\r\n', '\n').trim(),
        tax_id: values('tax_id').trim(),
      }
      await callSite('set_billing', { body })
      queryClient.setQueryData(billingQuery.queryKey, body)
      void queryClient.invalidateQueries({ queryKey: ['wallet', 'payments'] })
      close('Billing details saved.')
    },
  })
  return (
    <SettingForm form={form} submitLabel="Save">
      <Field
        label="Name or company"
        name="name"
        autoComplete="organization"
        defaultValue={data?.name}
        maxLength={billingCharacters.name}
        error={form.errorOf('name')}
      />
      <div>
        <label htmlFor={addressId} className="mb-1.5 block text-sm font-medium">
          Address
        </label>
        <textarea
          id={addressId}
          name="address"
          rows={4}
          autoComplete="street-address"
          defaultValue={data?.address}
          maxLength={billingCharacters.address}
          className={INPUT}
        />
        {form.errorOf('address') !== undefined && (
          <p className="mt-1.5 text-sm text-bad">{form.errorOf('address')}</p>
        )}
      </div>
      <Field
        label="Tax ID (optional)"
        name="tax_id"
        hint="Such as a VAT number. We print it and do not check it."
        defaultValue={data?.tax_id}
        maxLength={billingCharacters.taxId}
        error={form.errorOf('tax_id')}
      />
    </SettingForm>
  )
}
