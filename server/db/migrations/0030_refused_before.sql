-- Who refused an order under version 1.0.1 stands in the trail alone; each bank once, the last one last.
update requests set refused_by = told.banks
  from (
    select subject_id, array_agg(bank_id order by last) as banks
    from (
      select subject_id, bank_id, max(id) as last
      from (
        select id, subject_id, coalesce(detail ->> 'bank', bank_id) as bank_id
        from events where subject_kind = 'request' and kind = 'request-refused'
      ) as refusals
      where bank_id is not null group by subject_id, bank_id
    ) as by_bank
    group by subject_id
  ) as told
  where requests.id = told.subject_id and requests.refused_by <> told.banks;
