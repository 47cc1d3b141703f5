-- What drivers report of each delivery, and how it changes hands.

-- Six digits of the same randomness a key is made of.
create function draw_code() returns text volatile
  return lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0');

-- Told to the driver by who gives the sample and by who takes the blood; wrong ones are counted.
alter table deliveries
  add sample_code text not null default draw_code() check (sample_code ~ '^[0-9]{6}$'),
  add sample_tries smallint not null default 0 check (sample_tries >= 0),
  add delivery_code text not null default draw_code() check (delivery_code ~ '^[0-9]{6}$'),
  add delivery_tries smallint not null default 0 check (delivery_tries >= 0);

-- In which a component travels, and around it what its bank has to judge. Null: without an end.
create table temperature_bands (
  component text primary key check (component in ('PRBC', 'FFP', 'RDP', 'SDP')),
  low numeric(4, 1),
  high numeric(4, 1) not null,
  ask_low numeric(4, 1),
  ask_high numeric(4, 1) not null,
  check (high <= ask_high and coalesce(ask_low <= low, ask_low is null))
);
insert into temperature_bands (component, low, high, ask_low, ask_high) values
  ('PRBC', 2, 10, 1, 14),
  ('SDP', 20, 24, 18, 26),
  ('RDP', 20, 24, 18, 26),
  ('FFP', null, -18, null, 6);

-- One report of a driver each. When it was done and when it arrived may be hours apart.
create table delivery_steps (
  request_id text not null references requests (id),
  -- drawn by the phone: sent twice, it is here once
  id uuid not null,
  seq smallint not null,
  step text not null check (step in ('sample acquired', 'cross matching', 'issued', 'delivered')),
  driver_email text not null references drivers (email),
  done_at timestamptz not null,
  arrived_at timestamptz not null,
  temperature numeric(4, 1),
  verdict text check (verdict in ('within', 'ask', 'never')),
  receiver text check (receiver <> ''),
  hand_over text check (hand_over in ('code', 'picture')),
  reason text check (reason <> ''),
  -- why it moved nothing: the order was another driver's, had come to an end, or somebody else had reported it
  kept_aside text check (kept_aside in ('reassigned', 'closed', 'repeated')),
  primary key (request_id, id),
  foreign key (request_id, seq) references deliveries (request_id, seq),
  check ((temperature is null) = (verdict is null))
);
create unique index delivery_steps_once on delivery_steps (request_id, seq, step) where kept_aside is null;

-- Each delivery has its own; those of a driver who had lost the order when they arrived lie beside them, numbered.
alter table pictures
  add seq smallint not null default 1 check (seq between 1 and 10),
  add aside smallint not null default 0 check (aside >= 0),
  add driver_email text references drivers (email),
  drop constraint pictures_pkey,
  add primary key (request_id, seq, state, name, aside);

insert into picture_types (state, name, position) values
  ('SampleAcquired', 'HandOver', 9),
  ('Completed', 'HandOver', 9)
on conflict do nothing;
