-- What a driver stopped and the provider has not decided: a few of all steps, asked for with every list of orders.
create index delivery_steps_to_decide on delivery_steps (request_id)
  where kept_aside = 'stopped' and decision is null;
