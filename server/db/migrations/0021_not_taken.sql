-- What a driver still has to bring though the clock completed it: few, and found without reading what was ever carried.
create index requests_still_out on requests (driver_email, deadline_at, id)
  where status = 'completed' and invoice_kind = 'NORMAL' and delivered_at is null;

-- A reservation that nobody took had been stamped as delivered by the clock.
update deliveries set state = '-', delivered_at = null
  from requests
  where requests.id = deliveries.request_id and requests.invoice_kind = 'RESERVATION_DECLINED'
    and requests.status = 'completed' and deliveries.delivered_at = requests.first_completed_at;
update requests set delivered_at = null
  where invoice_kind = 'RESERVATION_DECLINED' and status = 'completed' and delivered_at = first_completed_at;

-- What the provider's word said of a delivery under way stood in the order alone.
update deliveries set state = replace(requests.status, '-', ' ')
  from requests
  where requests.id = deliveries.request_id and requests.status in ('sample-acquired', 'cross-matching', 'issued')
    and deliveries.state = '-'
    and deliveries.seq =
      (select min(open.seq) from deliveries open where open.request_id = requests.id and open.delivered_at is null);
