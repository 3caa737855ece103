//! The manual pages, made from the same definitions as the help.

use anyhow::bail;

/// The page of `gainline`, or of one of its commands.
pub(crate) fn page(mut program: clap::Command, command: Option<&str>) -> anyhow::Result<Vec<u8>> {
    program.build();
    let mut page = vec![];
    let Some(name) = command else {
        clap_mangen::Man::new(program).render(&mut page)?;
        return Ok(page);
    };
    let Some(found) = program.find_subcommand(name) else {
        let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        bail!("no command `{name}`; there are {}", names.join(", "));
    };
    clap_mangen::Man::new(found.clone()).render(&mut page)?;
    Ok(page)
}
